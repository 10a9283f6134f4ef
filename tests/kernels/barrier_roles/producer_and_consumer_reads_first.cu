// expect: possible-defect
// property: data-race
// lines: 22 29
// cause: may-be-ordered
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=128 --arg steps=8
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: The warp that waits reads before it does so.

#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ float part[32];
  __shared__ barrier ready, filled;
  if (threadIdx.x == 0) init(&ready, blockDim.x), init(&filled, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < steps; ++i) {
      ready.arrive_and_wait();
      part[threadIdx.x] = in[32 * i + threadIdx.x];
      (void)filled.arrive();
    }
  } else {
    float sum = 0;
    for (int i = 0; i < steps; ++i) {
      (void)ready.arrive();
      sum += part[63 - threadIdx.x];
      filled.arrive_and_wait();
    }
    out[threadIdx.x - 32] = sum;
  }
}
