// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip it knows no copies of groups
// sibling: warp_copy_of_next.cu
// about: Each warp copies a part of its own and waits for it as a warp.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[2][32];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned w = threadIdx.x / 32;
  cg::memcpy_async(warp, part[w], 32, in + 32 * w, 32);
  cg::wait(warp);
  out[threadIdx.x] = part[w][31 - warp.thread_rank()];
}
