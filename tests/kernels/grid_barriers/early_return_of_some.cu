// expect: possible-defect
// property: barrier-divergence
// lines: 17
// cause: returned-early
// launch: --blockDim=32 --gridDim=2 --arg n=40
// replay: skip it counts blocks alone, as devices do
// about: threads beyond the data return before the barrier of the grid, to which CUDA wants all of them to come

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
