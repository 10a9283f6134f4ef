// expect: defect
// property: data-race
// lines: 14
// launch: --blockDim=64 --gridDim=2
// about: each thread of the tile adds its rank to the sum that it writes

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sums(int* out, const int* in) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::reduce(tile, in[blockIdx.x * 64 + threadIdx.x], cg::plus<int>());
  out[blockIdx.x * tile.meta_group_size() + tile.meta_group_rank()] = (int)tile.thread_rank();
}
