// expect: defect
// property: data-race
// lines: 13 14
// launch: --blockDim=64 --gridDim=4 --buffer from=1024 --buffer to=1024
// about: a barrier of the block does not order what another block writes

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* from, int* to) {
  cg::grid_group grid = cg::this_grid();
  const unsigned i = grid.thread_rank();
  from[i] = (int)i;
  cg::this_thread_block().sync(), to[i] = from[255 - i];
}
