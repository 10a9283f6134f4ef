// expect: defect
// property: barrier-divergence
// lines: 12
// launch: --blockDim=64 --gridDim=2
// about: half of a tile comes to its barrier

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void wait(int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tile.thread_rank() < 16) tile.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
