// expect: verified
// sibling: tile_values_of_others.cu
// launch: --blockDim 64 --gridDim 1 --buffer in=256 --buffer out=512
// about: The threads of a tile of eight take their place from its first thread, and count themselves off behind it.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack tiles of less than a warp
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const int* in, int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const bool is_taken = in[threadIdx.x] > 3;
  const unsigned votes = tile.ballot(is_taken);
  if (is_taken) out[16 * (threadIdx.x / 8) + __popc(votes & ((1u << tile.thread_rank()) - 1))] = threadIdx.x;
}
