// expect: defect
// property: data-race
// lines: 13 15
// launch: --blockDim=64 --gridDim=2 --buffer in=512 --buffer out=512
// about: The barrier before the cells are written again is missing.
#include <cooperative_groups.h>

__global__ void shift(const int* in, int* out) {
  __shared__ int cells[64];
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  int i = blockIdx.x * 64 + threadIdx.x, sum = 0;
  for (int step = 1; step < 64; step *= 2) {
    cells[threadIdx.x] = in[i] + step;
    block.sync();
    sum += cells[threadIdx.x ^ step];
  }
  out[i] = sum;
}
