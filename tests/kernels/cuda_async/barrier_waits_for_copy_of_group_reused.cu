// expect: possible-defect
// property: data-race
// lines: 19 21
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=256 --arg steps=4
// oracle: skip it knows no barriers in two steps
// about: The next copy may overtake threads that still read the last one.

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void sums(const float* in, float* out, int steps) {
  __shared__ float part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  float sum = 0;
  for (int i = 0; i < steps; ++i) {
    cuda::memcpy_async(block, part, in + 64 * i, cuda::aligned_size_t<16>(256), bar);
    bar.arrive_and_wait();
    sum += part[63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
