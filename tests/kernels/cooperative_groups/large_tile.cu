// expect: unknown
// property: barrier-divergence
// lines: 13
// launch: --blockDim=64 --gridDim=2 --buffer out=512
// about: the barrier of a tile of 64 threads, which no mask of a warp can name
// replay: skip masks of a part of the warp are not replayed

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  tile.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
