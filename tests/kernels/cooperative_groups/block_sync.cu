// expect: verified
// launch: --blockDim=64 --gridDim=2
// sibling: block_sync_missing.cu
// about: the barrier of a thread_block orders what its threads do

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int cells[64];
  cg::thread_block block = cg::this_thread_block();
  cells[block.thread_rank()] = (int)block.thread_rank();
  block.sync();
  out[block.group_index().x * block.size() + block.thread_index().x] = cells[block.size() - 1 - block.thread_rank()];
}
