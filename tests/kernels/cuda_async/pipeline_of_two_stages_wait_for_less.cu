// expect: defect
// property: data-race
// lines: 21 25
// launch: --blockDim=64 --gridDim=1 --buffer in=2048 --buffer out=256 --arg steps=8
// oracle: skip it knows no pipelines
// about: The wait leaves the copies into the stage that is read going on.

#include <cuda/pipeline>

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ alignas(alignof(float4)) float part[2][64];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto shape = cuda::aligned_size_t<alignof(float)>(sizeof(float));
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&part[0][t], &in[t], shape, pipe);
  pipe.producer_commit();
  float sum = 0;
  for (int i = 0; i < steps; ++i) {
    pipe.producer_acquire();
    if (i + 1 < steps) cuda::memcpy_async(&part[(i + 1) % 2][t], &in[64 * (i + 1) + t], shape, pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<2>(pipe);
    __syncthreads();
    sum += part[i % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
  }
  out[t] = sum;
}
