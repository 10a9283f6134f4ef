// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: neighbour_in_next_warp.cu
// about: The neighbour that a thread reads from is in its own warp.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[t / 32 * 32 + (t + 1) % 32];
}
