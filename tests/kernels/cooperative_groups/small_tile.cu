// expect: unsupported
// lines: 12
// launch: --blockDim=64 --gridDim=2
// about: the barrier of a tile of 8 threads names them by a mask that is not constant

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  tile.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
