// expect: possible-defect
// property: data-race
// lines: 17 19
// launch: --blockDim=64 --gridDim=4 --buffer in=1024 --buffer out=1024
// oracle: skip it knows no copies of groups
// about: Nobody waits for the copy of the block before its bytes are read.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[64];
  cg::thread_block block = cg::this_thread_block();
  const unsigned first = blockIdx.x * 64;
  cg::memcpy_async(block, part, in + first, sizeof(int) * 64);
  block.sync();
  out[first + threadIdx.x] = part[63 - threadIdx.x];
}
