// expect: unsupported
// lines: 14
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A thread returns while its copy may go on, and others pass barriers.

#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_commit();
  if (t >= 32) return;
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
