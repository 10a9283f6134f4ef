// expect: verified
// launch: --blockDim=32 --gridDim=4
// sibling: grid_rank_of_block.cu
// about: the rank in the grid differs for all threads

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void number(unsigned long long* out) {
  const cg::grid_group grid = cg::this_grid();
  out[grid.thread_rank()] = grid.thread_rank() + grid.size() + grid.num_blocks();
}
