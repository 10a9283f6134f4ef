// expect: verified
// launch: --blockDim=32 --gridDim=2 --buffer from=256
// sibling: copy_before_barrier.cu
// about: the copies of a block start behind the barrier of the grid, before which another block writes what they read

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

__global__ void rotate(int* from) {
  __shared__ int part[32];
  unsigned own = blockIdx.x * 32 + threadIdx.x, other = (1 - blockIdx.x) * 32 + threadIdx.x;
  from[other] = 1;
  cooperative_groups::this_grid().sync();
  __pipeline_memcpy_async(&part[threadIdx.x], &from[own], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
}
