// expect: defect
// property: data-race
// lines: 13 16
// launch: --blockDim=32 --gridDim=2 --buffer from=256
// about: the copies of a block may go on behind the barrier of the grid, where another block writes what they read

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

__global__ void rotate(int* from) {
  __shared__ int part[32];
  unsigned own = blockIdx.x * 32 + threadIdx.x, other = (1 - blockIdx.x) * 32 + threadIdx.x;
  __pipeline_memcpy_async(&part[threadIdx.x], &from[own], 4);
  __pipeline_commit();
  cooperative_groups::this_grid().sync();
  from[other] = 1;
}
