// expect: verified
// launch: --blockDim 8 --gridDim 2 --buffer out=64
// sibling: barrier_ragged_loop.cu
// about: All threads of a block run as often through a loop with a barrier.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  for (int i = 0; i < blockIdx.x + 1; ++i)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = t;
}
