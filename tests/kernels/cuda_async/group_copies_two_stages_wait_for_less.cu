// expect: possible-defect
// property: data-race
// lines: 19 21
// launch: --blockDim=64 --gridDim=1 --buffer in=2048 --buffer out=256 --arg steps=8
// oracle: skip it knows no copies of groups
// about: The wait leaves both copies going on, and one of their buffers is read.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ float part[2][64];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, part[0], in, sizeof(float) * 64);
  float sum = 0;
  for (int i = 0; i + 1 < steps; ++i) {
    cg::memcpy_async(block, part[(i + 1) % 2], in + 64 * (i + 1), sizeof(float) * 64);
    cg::wait_prior<2>(block);
    sum += part[i % 2][63 - threadIdx.x];
    block.sync();
  }
  cg::wait(block);
  out[threadIdx.x] = sum + part[(steps - 1) % 2][63 - threadIdx.x];
}
