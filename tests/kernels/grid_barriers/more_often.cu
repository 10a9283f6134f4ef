// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --blockDim=32 --gridDim=2
// about: blocks come to the barrier of the grid in loops of different lengths

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  cg::grid_group grid = cg::this_grid();
  for (unsigned i = 0; i <= blockIdx.x; ++i) grid.sync();
  out[grid.thread_rank()] = 1;
}
