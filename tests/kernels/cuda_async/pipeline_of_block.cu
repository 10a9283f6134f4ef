// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=2048 --buffer out=256 --arg steps=8
// oracle: skip it knows no pipelines
// sibling: pipeline_of_block_released_too_soon.cu
// about: All threads of the block fill one of two stages while they read the other one.

#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ float part[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, part[0], in, sizeof(float) * 64, pipe);
  pipe.producer_commit();
  float sum = 0;
  for (int i = 1; i < steps; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, part[i % 2], in + 64 * i, sizeof(float) * 64, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += part[(i - 1) % 2][63 - threadIdx.x];
    pipe.consumer_release();
  }
  pipe.consumer_wait();
  out[threadIdx.x] = sum + part[(steps - 1) % 2][63 - threadIdx.x];
  pipe.consumer_release();
}
