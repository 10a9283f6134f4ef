// expect: defect
// property: data-race
// lines: 13 20
// launch: --blockDim=64 --gridDim=1 --buffer in=1536 --buffer out=256 --arg n=6
// about: The wait leaves the copy going on that fills what is read.

#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out, int n) {
  __shared__ float tile[3][64];
  const int t = threadIdx.x;
  for (int stage = 0; stage < 2; ++stage) {
    if (stage < n) __pipeline_memcpy_async(&tile[stage][t], &in[stage * 64 + t], 4);
    __pipeline_commit();
  }
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += tile[i % 3][t ^ 1];
    if (i + 2 < n) __pipeline_memcpy_async(&tile[(i + 2) % 3][t], &in[(i + 2) * 64 + t], 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
