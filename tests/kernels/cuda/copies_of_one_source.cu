// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=260 --buffer out=256
// sibling: copies_of_one_source_and_next.cu
// about: Two copies that go on at once store the same.

#include <cuda_pipeline.h>

__global__ void k(const int* in, int* out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
