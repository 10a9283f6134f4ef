// expect: possible-defect
// property: data-race
// lines: 16 17
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip it knows no copies of groups
// about: Each thread stores to the place of its number, where any thread of the block may copy to at once.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[64];
  auto block = cg::this_thread_block();
  part[threadIdx.x] = 0;
  cg::memcpy_async(block, part, in, cuda::aligned_size_t<16>(256));
  cg::wait(block);
  out[threadIdx.x] = part[63 - threadIdx.x];
}
