// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer data=256
// sibling: copied_before_source_changes_too_soon.cu
// about: A thread changes the source of its copy behind its wait.

#include <cuda_pipeline.h>

__global__ void k(int* data) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &data[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  data[t] = t;
  __syncthreads();
  data[t] += tile[63 - t];
}
