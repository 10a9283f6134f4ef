// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer in=1024 --buffer out=256 --arg steps=4
// oracle: skip it knows no barriers in two steps
// sibling: barrier_waits_for_copy_of_group_reused.cu
// about: The block copies one part after the other into a buffer, and a barrier waits for each copy.

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
    block.sync();
  }
  out[threadIdx.x] = sum;
}
