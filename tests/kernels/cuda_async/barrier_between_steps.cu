// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// sibling: barrier_between_steps_stores.cu
// about: Between its arrival and its wait, a thread reads memory that no thread writes after the wait.

#include <cooperative_groups.h>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void exchange(int* out) {
  __shared__ int part[64], more[64];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  more[threadIdx.x] = 2 * threadIdx.x;
  bar.arrive_and_wait();
  barrier::arrival_token token = bar.arrive();
  int sum = part[63 - threadIdx.x];
  bar.wait(std::move(token));
  more[threadIdx.x] = 0;
  out[threadIdx.x] = sum;
}
