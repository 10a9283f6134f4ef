// expect: verified
// launch: --blockDim=64 --gridDim=2 --buffer in=512 --buffer out=512
// sibling: unaligned_barriers_reused.cu
// about: Barriers of cooperative groups are not aligned. All threads of the block come to the same ones, so that they order as aligned ones do.
#include <cooperative_groups.h>

__global__ void shift(const int* in, int* out) {
  __shared__ int cells[64];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  int i = blockIdx.x * 64 + threadIdx.x, sum = 0;
  for (int step = 1; step < 64; step *= 2) {
    cells[threadIdx.x] = in[i] + step;
    block.sync();
    sum += cells[threadIdx.x ^ step];
    block.sync();
  }
  out[i] = sum;
}
