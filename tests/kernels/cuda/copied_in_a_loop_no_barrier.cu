// expect: defect
// property: data-race
// lines: 11 14
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=256
// about: No barrier tells other threads that the copies have ended.

#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) __pipeline_memcpy_async(&tile[i], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
