// expect: defect
// property: data-race
// lines: 17 19
// launch: --blockDim=64 --gridDim=2 --buffer out=512
// oracle: skip it knows no barriers in two steps
// about: Others may not have arrived where a thread reads before its wait.

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
  const int value = part[63 - threadIdx.x];
  bar.wait(std::move(token));
  out[blockIdx.x * 64 + threadIdx.x] = value;
}
