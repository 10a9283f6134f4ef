// expect: unsupported
// lines: 10
// launch: --blockDim=64 --gridDim=2
// about: the groups into which a value divides the threads of a tile

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int* out) {
  cg::binary_partition(cg::tiled_partition<32>(cg::this_thread_block()), threadIdx.x > 3).sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
