// expect: verified
// launch: --blockDim=64 --gridDim=4 --buffer in=1024 --buffer out=1024
// oracle: skip it knows no copies of groups
// sibling: group_copy_no_wait.cu
// about: A block copies its part of an array, waits for it, and reads what any thread may have copied.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[64];
  cg::thread_block block = cg::this_thread_block();
  const unsigned first = blockIdx.x * 64;
  cg::memcpy_async(block, part, in + first, sizeof(int) * 64);
  cg::wait(block);
  out[first + threadIdx.x] = part[63 - threadIdx.x];
}
