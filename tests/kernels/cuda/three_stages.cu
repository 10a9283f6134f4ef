// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=1536 --buffer out=256 --arg n=6
// sibling: three_stages_wait_for_less.cu
// about: Two copies go on while the third buffer is read.

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
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[i % 3][t ^ 1];
    if (i + 2 < n) __pipeline_memcpy_async(&tile[(i + 2) % 3][t], &in[(i + 2) * 64 + t], 4);
    __pipeline_commit();
  }
  out[t] = sum;
}
