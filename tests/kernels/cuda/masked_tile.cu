// expect: verified
// sibling: masked_tile_beyond.cu
// launch: --blockDim 64 --gridDim 2 --buffer in=512 --buffer out=64
// about: Tiles of eight threads reduce by shuffles; the first thread of each stores the sum.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack tiles of less than a warp
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = in[i];
  for (int d = 4; d > 0; d /= 2) v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0) out[i / 8] = v;
}
