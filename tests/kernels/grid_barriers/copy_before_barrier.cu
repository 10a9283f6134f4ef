// expect: defect
// launch: --blockDim=32 --gridDim=2 --buffer from=256
// property: data-race
// lines: 13 14
// about: the copies of a block start before the barrier of the grid, so that the writes of another block race with them

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

__global__ void rotate(int* from) {
  __shared__ int part[32];
  unsigned own = blockIdx.x * 32 + threadIdx.x, other = (1 - blockIdx.x) * 32 + threadIdx.x;
  from[other] = 1;
  __pipeline_memcpy_async(&part[threadIdx.x], &from[own], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  cooperative_groups::this_grid().sync();
}
