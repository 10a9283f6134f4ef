// expect: unsupported
// lines: 14
// launch: --blockDim=64 --gridDim=1 --buffer in=1280 --buffer out=1280 --arg rounds=10
// oracle: skip what is unsupported may go well or not
// about: The barriers expect half of the threads that arrive at them.

#include <cooperative_groups.h>
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ void produce(barrier ready[], barrier filled[], float* buffer, const float* in, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    ready[i % 2].arrive_and_wait();
    buffer[32 * (i % 2) + threadIdx.x] = in[32 * i + threadIdx.x];
    barrier::arrival_token token = filled[i % 2].arrive();
  }
}

__device__ void consume(barrier ready[], barrier filled[], const float* buffer, float* out, int rounds) {
  barrier::arrival_token first = ready[0].arrive();
  barrier::arrival_token second = ready[1].arrive();
  for (int i = 0; i < rounds; ++i) {
    filled[i % 2].arrive_and_wait();
    out[32 * i + threadIdx.x - 32] = buffer[32 * (i % 2) + 63 - threadIdx.x];
    barrier::arrival_token token = ready[i % 2].arrive();
  }
}

__global__ void pattern(const float* in, float* out, int rounds) {
  __shared__ float buffer[64];
  __shared__ barrier bar[4];
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() < 4) init(bar + block.thread_rank(), block.size() / 2);
  block.sync();
  if (block.thread_rank() < warpSize)
    produce(bar, bar + 2, buffer, in, rounds);
  else
    consume(bar, bar + 2, buffer, out, rounds);
}
