// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=128 --arg steps=8
// sibling: producer_and_consumer_reads_first.cu
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: One warp arrives at barriers that the other one waits for.

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
      filled.arrive_and_wait();
      sum += part[63 - threadIdx.x];
    }
    out[threadIdx.x - 32] = sum;
  }
}
