// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// sibling: unaligned_barriers_apart_unordered.cu
// about: Threads that take different branches meet at two barriers that are not aligned. Executing the launch shows what orders them.
#include <cooperative_groups.h>

__global__ void halves(int* out) {
  __shared__ int cells[64];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  cells[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    block.sync();
    out[threadIdx.x] = cells[threadIdx.x + 32];
  } else {
    block.sync();
    out[threadIdx.x] = cells[threadIdx.x - 32];
  }
}
