// expect: defect
// property: data-race
// lines: 21 24
// launch: --blockDim=64 --gridDim=4 --buffer in=1024 --buffer sums=16
// about: the first block adds the sums up before the other ones have written theirs

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int* in, int* sums) {
  __shared__ int part[64];
  cg::grid_group grid = cg::this_grid();
  cg::thread_block block = cg::this_thread_block();
  const unsigned t = block.thread_rank();
  part[t] = in[grid.thread_rank()];
  block.sync();
  for (unsigned step = 32; step > 0; step /= 2) {
    if (t < step) part[t] += part[t + step];
    block.sync();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
  block.sync();
  if (grid.thread_rank() == 0)
    for (unsigned i = 1; i < gridDim.x; ++i) sums[0] += sums[i];
}
