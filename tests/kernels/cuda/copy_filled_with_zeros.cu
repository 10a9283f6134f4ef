// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=200 --buffer out=256 --arg n=50
// sibling: copy_filled_with_zeros_past_end.cu
// about: A copy that fills with zeros reads nothing.

#include <cuda_pipeline.h>

__global__ void k(const int* in, int* out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4, t < n ? 0 : 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
