// expect: verified
// launch: --blockDim=32 --gridDim=*
// oracle-launch: --blockDim=8 --gridDim=3
// sibling: any_number_of_blocks_shifted.cu
// about: for every number of blocks

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(unsigned* from, unsigned* to) {
  cg::grid_group grid = cg::this_grid();
  const unsigned i = grid.thread_rank();
  from[i] = i;
  grid.sync();
  to[i] = from[grid.num_threads() - 1 - i];
}
