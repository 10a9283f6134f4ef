// expect: defect
// property: data-race
// lines: 20 24
// launch: --blockDim=64 --gridDim=1 --buffer in=2048 --buffer out=256 --arg steps=8
// oracle: skip it knows no pipelines
// about: The thread reads the newer stage, whose copies may go on.

#include <cuda/pipeline>

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ float part[2][64];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&part[0][t], &in[t], sizeof(float), pipe);
  pipe.producer_commit();
  float sum = 0;
  for (int i = 1; i < steps; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&part[i % 2][t], &in[64 * i + t], sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    sum += part[i % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
  }
  pipe.consumer_wait();
  __syncthreads();
  out[t] = sum + part[(steps - 1) % 2][63 - t];
}
