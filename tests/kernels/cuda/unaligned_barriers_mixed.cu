// expect: possible-defect
// property: barrier-divergence
// lines: 14 17
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// replay: skip whether an aligned barrier and one that is not meet is not defined
// about: A barrier that is aligned and one that is not need not meet, and are not executed
#include <cooperative_groups.h>

__global__ void halves(int* out) {
  __shared__ int cells[64];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  cells[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = cells[threadIdx.x + 32];
  } else {
    block.sync();
    out[threadIdx.x] = cells[threadIdx.x - 32];
  }
}
