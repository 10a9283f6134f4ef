// expect: defect
// property: data-race
// lines: 13 14
// launch: --blockDim=64 --gridDim=2
// about: threads read what others write, with no barrier between

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out) {
  __shared__ int cells[64];
  cg::thread_block block = cg::this_thread_block();
  cells[block.thread_rank()] = (int)block.thread_rank();
  out[block.group_index().x * block.size() + block.thread_index().x] = cells[block.size() - 1 - block.thread_rank()];
}
