// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// sibling: barrier_of_some_threads_for_all.cu
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: Half of the threads use a barrier that expects as many.

#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = threadIdx.x;
    bar.arrive_and_wait();
    out[threadIdx.x] = part[31 - threadIdx.x];
  }
}
