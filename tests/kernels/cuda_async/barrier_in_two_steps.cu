// expect: verified
// launch: --blockDim=64 --gridDim=2 --buffer out=512
// oracle: skip it knows no barriers in two steps
// sibling: barrier_in_two_steps_read_before_wait.cu
// about: Threads arrive, do something of their own, and read what others stored behind the wait.

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  part[threadIdx.x] = threadIdx.x;
  auto token = bar.arrive();
  const int own = blockIdx.x * 64 + threadIdx.x;
  bar.wait(std::move(token));
  out[own] = part[63 - threadIdx.x];
}
