// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: warp_barrier_by_some.cu
// about: A warp comes to __syncwarp in a loop that all its threads leave at once.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  for (int i = 0; i <= t / 32; ++i)
    __syncwarp();
  out[t] = t;
}
