// expect: verified
// launch: --blockDim=64 --gridDim=4 --buffer in=1024 --buffer out=1024
// oracle: skip it knows no barriers in two steps
// sibling: barrier_waits_for_copies_not.cu
// about: Each thread copies one number, and the phase of the barrier waits for all copies.

#include <cuda/barrier>

__global__ void reverse(const float* in, float* out) {
  __shared__ float part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  const unsigned first = blockIdx.x * 64;
  cuda::memcpy_async(&part[threadIdx.x], &in[first + threadIdx.x], sizeof(float), bar);
  bar.arrive_and_wait();
  out[first + threadIdx.x] = part[63 - threadIdx.x];
}
