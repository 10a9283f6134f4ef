// expect: defect
// property: data-race
// lines: 15
// launch: --blockDim=32 --gridDim=4 --arg steps=7
// about: a sweep reads what its neighbour writes before the next barrier of the grid

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* a, int* b, int steps) {
  cg::grid_group grid = cg::this_grid();
  const int i = (int)grid.thread_rank();
  const int left = i == 0 ? 0 : i - 1;
  for (int s = 0; s < steps; ++s) {
    a[i] = a[left] + a[i];
    grid.sync();
    int* swapped = a;
    a = b;
    b = swapped;
  }
}
