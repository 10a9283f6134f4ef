// expect: verified
// launch: --blockDim=64 --gridDim=2
// sibling: tile_sync_missing.cu
// about: the barrier of a tile of 32 threads orders its threads

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int cells[2][32];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cells[tile.meta_group_rank()][tile.thread_rank()] = (int)threadIdx.x;
  tile.sync();
  out[blockIdx.x * 64 + threadIdx.x] = cells[tile.meta_group_rank()][31 - tile.thread_rank()];
}
