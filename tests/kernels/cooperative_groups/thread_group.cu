// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// sibling: thread_group_of_tile.cu
// oracle: skip its headers have no group whose type does not tell what it is
// about: A group whose type does not tell what it is is a block here, and its threads wait for each other.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void k(int* out) {
  __shared__ int part[64];
  const cg::thread_group group = cg::this_thread_block();
  part[threadIdx.x] = threadIdx.x;
  group.sync();
  out[threadIdx.x] = part[threadIdx.x ^ 32];
}
