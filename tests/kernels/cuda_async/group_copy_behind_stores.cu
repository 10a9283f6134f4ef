// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip it knows no copies of groups
// sibling: group_copy_behind_own_stores.cu
// about: A barrier stands between what threads store and a copy of the block over it.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[64];
  auto block = cg::this_thread_block();
  part[threadIdx.x] = 0;
  block.sync();
  cg::memcpy_async(block, part, in, cuda::aligned_size_t<16>(256));
  cg::wait(block);
  out[threadIdx.x] = part[63 - threadIdx.x];
}
