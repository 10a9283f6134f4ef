// expect: defect
// launch: --blockDim=64 --gridDim=1 --buffer data=256
// property: assertion
// lines: 15
// replay: skip what annotations say of accesses is not executed
// about: A thread changes the source of its copy before it waits.

#include <cuda_pipeline.h>

__global__ void k(int* data) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &data[t], 4);
  __pipeline_commit();
  data[t] = t;
  __pipeline_wait_prior(0);
  __syncthreads();
  data[t] += tile[63 - t];
}
