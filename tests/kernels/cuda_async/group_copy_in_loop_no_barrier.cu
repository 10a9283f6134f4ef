// expect: possible-defect
// property: data-race
// lines: 18 20
// launch: --blockDim=32 --gridDim=2 --buffer in=1024 --buffer out=256 --arg steps=4
// oracle: skip it knows no copies of groups
// about: The next copy may overtake threads that still read the last one.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ float part[32];
  auto block = cg::this_thread_block();
  float sum = 0;
  for (int i = 0; i < steps; ++i) {
    cg::memcpy_async(block, part, in + (blockIdx.x * steps + i) * 32, 128);
    cg::wait(block);
    for (int j = 0; j < 32; ++j) sum += part[(threadIdx.x + j) % 32];
  }
  out[blockIdx.x * 32 + threadIdx.x] = sum;
}
