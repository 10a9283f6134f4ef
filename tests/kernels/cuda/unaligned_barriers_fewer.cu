// expect: defect
// property: barrier-divergence
// lines: 11
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: Half of the threads reach an additional barrier, which no other thread reaches.
#include <cooperative_groups.h>

__global__ void halves(int* out) {
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  block.sync();
  if (threadIdx.x < 32) block.sync();
  out[threadIdx.x] = 1;
}
