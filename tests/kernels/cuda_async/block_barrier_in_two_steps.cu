// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// sibling: block_barrier_in_two_steps_read_before.cu
// about: The barrier of the block itself in two steps.

#include <cooperative_groups.h>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  auto block = cooperative_groups::this_thread_block();
  part[threadIdx.x] = threadIdx.x;
  auto token = block.barrier_arrive();
  const int own = threadIdx.x;
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  out[own] = part[63 - threadIdx.x];
}
