// expect: defect
// property: data-race
// lines: 13 15
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// about: A thread reads what others store before it waits for them.

#include <cooperative_groups.h>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  auto block = cooperative_groups::this_thread_block();
  part[threadIdx.x] = threadIdx.x;
  auto token = block.barrier_arrive();
  const int own = part[63 - threadIdx.x];
  block.barrier_wait(static_cast<decltype(token)&&>(token));
  out[threadIdx.x] = own;
}
