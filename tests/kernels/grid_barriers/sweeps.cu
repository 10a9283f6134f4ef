// expect: verified
// launch: --blockDim=32 --gridDim=4 --arg steps=7
// sibling: sweeps_in_place.cu
// about: sweeps between two arrays, with a barrier of the grid after each

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* a, int* b, int steps) {
  cg::grid_group grid = cg::this_grid();
  const int i = (int)grid.thread_rank();
  const int left = i == 0 ? 0 : i - 1;
  for (int s = 0; s < steps; ++s) {
    b[i] = a[left] + a[i];
    grid.sync();
    int* swapped = a;
    a = b;
    b = swapped;
  }
}
