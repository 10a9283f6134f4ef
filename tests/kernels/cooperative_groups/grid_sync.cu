// expect: unsupported
// lines: 11
// launch: --blockDim=64 --gridDim=2
// about: a barrier of the grid

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  cg::this_grid().sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
