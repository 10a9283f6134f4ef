// expect: defect
// property: barrier-divergence
// lines: 15
// launch: --blockDim=32 --gridDim=2 --arg n=32
// about: a block beyond the data returns, and the others wait for it at the barrier of the grid

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* out, int n) {
  cg::grid_group grid = cg::this_grid();
  const int i = (int)grid.thread_rank();
  if (i >= n) return;
  out[i] = i;
  grid.sync();
  out[i] = n;
}
