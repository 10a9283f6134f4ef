// expect: defect
// property: data-race
// lines: 12
// launch: --blockDim=32 --gridDim=4
// about: threads of a block share its rank

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void number(unsigned long long* out) {
  const cg::grid_group grid = cg::this_grid();
  out[grid.block_rank()] = grid.thread_rank() + grid.size() + grid.num_blocks();
}
