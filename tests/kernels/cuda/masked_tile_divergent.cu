// expect: unknown
// property: barrier-divergence
// lines: 14
// launch: --blockDim 64 --gridDim 2 --buffer in=512 --buffer out=64
// about: Threads of one tile shuffle unequally often.
// replay: skip masks that are not constant are not replayed
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int v = in[i];
  for (int d = 4; d > v; d /= 2) v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0) out[i / 8] = v;
}
