// expect: possible-defect
// property: data-race
// lines: 12 16
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=256
// replay: skip it follows one of the copies alone
// about: The copies of a loop may still go on behind the barrier.

#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) __pipeline_memcpy_async(&tile[i], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
