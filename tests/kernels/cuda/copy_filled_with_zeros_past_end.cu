// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --blockDim=64 --gridDim=1 --buffer in=200 --buffer out=256 --arg n=50
// about: A copy reads past the end of its source.

#include <cuda_pipeline.h>

__global__ void k(const int* in, int* out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t + 1], 4, t < n ? 0 : 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
