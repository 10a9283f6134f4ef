// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --blockDim=32 --gridDim=2
// about: one block does not come to the barrier of the grid

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  cg::grid_group grid = cg::this_grid();
  if (blockIdx.x == 0) grid.sync();
  out[grid.thread_rank()] = 1;
}
