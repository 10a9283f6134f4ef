// expect: defect
// property: data-race
// lines: 13 14
// launch: --blockDim=64 --gridDim=2
// about: threads of a warp are not in lock step

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int cells[2][32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cells[tile.meta_group_rank()][tile.thread_rank()] = (int)threadIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = cells[tile.meta_group_rank()][31 - tile.thread_rank()];
}
