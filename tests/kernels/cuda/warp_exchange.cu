// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: warp_exchange_unordered.cu
// about: Threads of a warp exchange values through shared memory, ordered by __syncwarp.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[t ^ 1];
}
