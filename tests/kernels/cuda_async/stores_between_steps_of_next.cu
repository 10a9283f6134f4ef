// expect: possible-defect
// property: data-race
// lines: 13
// launch: --blockDim=64 --gridDim=1 --buffer data=256 --arg rounds=4
// oracle: skip it knows no barriers in two steps
// replay: skip it does not execute stores between the steps of a barrier
// about: In each round the threads change other numbers, which the barrier does not order between its steps.

#include <cooperative_groups.h>
#include <cuda/barrier>

__device__ void add(float* data, int round) {
  data[(threadIdx.x + round) % 64] += round;
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
