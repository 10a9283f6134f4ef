// expect: verified
// launch: --blockDim=64 --gridDim=2
// sibling: tile_reduce_all_write.cu
// about: a tile adds up, and one of its threads writes the sum

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sums(int* out, const int* in) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int sum = cg::reduce(tile, in[blockIdx.x * 64 + threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0) out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = sum;
}
