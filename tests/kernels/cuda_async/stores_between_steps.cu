// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer data=256 --arg rounds=4
// oracle: skip it knows no barriers in two steps
// sibling: stores_between_steps_of_next.cu
// replay: skip it does not execute stores between the steps of a barrier
// about: Between its arrival and its wait, a thread changes an element that no other thread accesses.

#include <cooperative_groups.h>
#include <cuda/barrier>

__device__ void add(float* data, int round) {
  data[threadIdx.x] += round;
}

__global__ void rounds_of(float* data, int rounds) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ barrier bar;
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  for (int i = 0; i < rounds; ++i) {
    barrier::arrival_token token = bar.arrive();
    add(data, i);
    bar.wait(std::move(token));
  }
}
