// expect: defect
// property: data-race
// lines: 13 15
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: One half writes its cells behind the barrier, while the other half reads them.
#include <cooperative_groups.h>

__global__ void halves(int* out) {
  __shared__ int cells[64];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  if (threadIdx.x < 32) {
    block.sync();
    out[threadIdx.x] = cells[threadIdx.x + 32];
  } else {
    block.sync(); cells[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cells[threadIdx.x];
  }
}
