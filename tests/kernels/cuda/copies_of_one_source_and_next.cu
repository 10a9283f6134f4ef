// expect: defect
// launch: --blockDim=64 --gridDim=1 --buffer in=260 --buffer out=256
// property: assertion
// lines: 14
// replay: skip what annotations say of accesses is not executed
// about: Two copies that go on at once bring other bytes to one place.

#include <cuda_pipeline.h>

__global__ void k(const int* in, int* out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_memcpy_async(&tile[t], &in[t + 1], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = tile[63 - t];
}
