// expect: verified
// launch: --blockDim=32 --gridDim=4 --buffer level=512 --buffer more=4
// sibling: until_done_raced.cu
// about: all blocks read one word behind a barrier of the grid, so that they leave the loop together

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* level, int* more) {
  cg::grid_group grid = cg::this_grid();
  const int i = (int)grid.thread_rank();
  for (int depth = 0; depth < 4; ++depth) {
    if (i == 0) *more = 0;
    grid.sync();
    if (level[i & 7] > depth) atomicExch(more, 1);
    grid.sync();
    const int again = *more;
    grid.sync();
    if (again == 0) break;
  }
}
