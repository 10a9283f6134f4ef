// expect: verified
// launch: --blockDim=64 --gridDim=4 --buffer from=1024 --buffer to=1024
// sibling: neighbours_without.cu
// about: a barrier of the grid orders what blocks write before what other blocks read

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* from, int* to) {
  cg::grid_group grid = cg::this_grid();
  const unsigned i = grid.thread_rank();
  from[i] = (int)i;
  grid.sync();
  to[i] = from[255 - i];
}
