// expect: defect
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// property: data-race
// lines: 15 17
// oracle: skip its headers have no group whose type does not tell what it is
// about: The same group is a warp here, and the threads of the other warp are not waited for.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void k(int* out) {
  __shared__ int part[64];
  const cg::thread_group group = cg::tiled_partition<32>(cg::this_thread_block());
  part[threadIdx.x] = threadIdx.x;
  group.sync();
  out[threadIdx.x] = part[threadIdx.x ^ 32];
}
