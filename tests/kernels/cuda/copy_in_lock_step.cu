// expect: defect
// property: data-race
// lines: 15 18
// launch: --blockDim=32 --gridDim=1 --buffer in=128 --buffer out=128 --warp-sync=32
// oracle-launch: --blockDim=32 --gridDim=1 --buffer in=128 --buffer out=128
// replay: skip lock step is not replayed
// about: Lock step does not order a copy that goes on.

#include <cuda_pipeline.h>

__global__ void k(const int* in, int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  tile[t] = 0;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  out[t] = tile[31 - t];
  __pipeline_wait_prior(0);
}
