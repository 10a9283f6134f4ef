// expect: verified
// launch: --blockDim 16,4 --gridDim 1 --buffer out=256
// sibling: warp_of_longer_rows.cu
// about: Two rows of 16 threads are one warp.

__global__ void k(int* out) {
  __shared__ int s[4][16];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = y * 16 + x;
  __syncwarp();
  out[y * 16 + x] = s[y ^ 1][x];
}
