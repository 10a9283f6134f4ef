// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// sibling: barrier_for_half.cu
// about: The barrier expects all threads of the block, which use it in a loop.

#include <cuda/barrier>

__global__ void rotate(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  int value = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    part[threadIdx.x] = value;
    bar.arrive_and_wait();
    value = part[(threadIdx.x + 1) % 64];
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = value;
}
