// expect: defect
// property: data-race
// lines: 10 12
// launch: --blockDim 16,4 --gridDim 1 --buffer out=256
// about: A column of rows of 16 threads reaches into the next warp.

__global__ void k(int* out) {
  __shared__ int s[4][16];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = y * 16 + x;
  __syncwarp();
  out[y * 16 + x] = s[y ^ 2][x];
}
