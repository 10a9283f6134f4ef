// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=256
// sibling: copied_in_a_loop_no_barrier.cu
// about: A thread starts several copies and waits for all of them.

#include <cuda_pipeline.h>

__global__ void k(const float* in, float* out) {
  __shared__ float tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) __pipeline_memcpy_async(&tile[i], &in[i], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
