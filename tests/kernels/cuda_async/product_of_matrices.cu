// expect: verified
// launch: --blockDim=8,8 --gridDim=4,4 --buffer a=4096 --buffer b=4096 --buffer c=4096 --arg n=32
// oracle: skip it knows no pipelines
// sibling: product_of_matrices_next_tile_too_soon.cu
// about: Tiles of two matrices are copied in a pipeline of several stages, as far ahead as there are stages.

#include <cuda/pipeline>

constexpr int kStages = 2;
constexpr int kTile = 8;

__global__ void product(float* c, const float* a, const float* b, int n) {
  __shared__ alignas(alignof(float4)) float as[kStages][kTile][kTile];
  __shared__ alignas(alignof(float4)) float bs[kStages][kTile][kTile];
  const auto shape = cuda::aligned_size_t<alignof(float)>(sizeof(float));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
  for (int tile = 0, ahead = 0; tile < n / kTile; ++tile) {
    for (; ahead < n / kTile && ahead < tile + kStages; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(&as[ahead % kStages][y][x], &a[row * n + ahead * kTile + x], shape, pipe);
      cuda::memcpy_async(&bs[ahead % kStages][y][x], &b[(ahead * kTile + y) * n + column], shape, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += as[tile % kStages][y][i] * bs[tile % kStages][i][x];
    __syncthreads();
    pipe.consumer_release();
  }
  c[row * n + column] = sum;
}
