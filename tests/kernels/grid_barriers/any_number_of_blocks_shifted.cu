// expect: defect
// property: data-race
// lines: 15
// launch: --blockDim=32 --gridDim=4
// about: behind the barrier of the grid, two threads write one element

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* from, unsigned* to) {
  cg::grid_group grid = cg::this_grid();
  const unsigned i = grid.thread_rank();
  from[i] = i;
  grid.sync();
  to[i / 2] = from[grid.num_threads() - 1 - i];
}
