// expect: verified
// launch: --blockDim=8,4 --gridDim=2
// sibling: free_sync_divergent.cu
// about: the function sync(group) is the group's barrier; ranks count x first

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(int* out, int n) {
  __shared__ int cells[32];
  auto block = cg::this_thread_block();
  cells[threadIdx.y * 8 + threadIdx.x] = n;
  if (n > 0) cg::sync(block);
  if (n > 0) out[blockIdx.x * block.num_threads() + block.thread_rank()] = cells[31 - block.thread_rank()];
}
