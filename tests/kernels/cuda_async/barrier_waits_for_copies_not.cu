// expect: defect
// property: data-race
// lines: 16 18
// launch: --blockDim=64 --gridDim=4 --buffer in=1024 --buffer out=1024
// oracle: skip it knows no barriers in two steps
// about: A barrier of the block does not wait for the copies.

#include <cuda/barrier>

__global__ void reverse(const float* in, float* out) {
  __shared__ float part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  const unsigned first = blockIdx.x * 64;
  cuda::memcpy_async(&part[threadIdx.x], &in[first + threadIdx.x], sizeof(float), bar);
  __syncthreads();
  out[first + threadIdx.x] = part[63 - threadIdx.x];
}
