// expect: unsupported
// lines: 14
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: Threads arrive and wait before the barrier is initialised.

#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x >= 32) {
    part[threadIdx.x - 32] = threadIdx.x;
    bar.arrive_and_wait();
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x == 0) init(&bar, 32);
}
