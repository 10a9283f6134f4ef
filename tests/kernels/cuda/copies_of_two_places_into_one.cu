// expect: defect
// launch: --blockDim=64 --gridDim=1 --buffer in=512 --buffer out=256
// property: assertion
// lines: 14
// replay: skip what annotations say of accesses is not executed
// about: Two copies of a thread fill one place, in any order.

#include <cuda_pipeline.h>

__global__ void k(const int* in, int* out) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_memcpy_async(&tile[t], &in[t + 64], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[127 - t];
}
