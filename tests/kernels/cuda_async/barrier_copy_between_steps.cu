// expect: defect
// property: data-race
// lines: 16 18
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip it knows no barriers in two steps
// about: The phase that the thread has arrived at does not wait for what the thread copies afterwards.

#include <cuda/barrier>

__global__ void reverse(const float* in, float* out) {
  __shared__ float part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  auto token = bar.arrive();
  cuda::memcpy_async(&part[threadIdx.x], &in[threadIdx.x], sizeof(float), bar);
  bar.wait(std::move(token));
  out[threadIdx.x] = part[63 - threadIdx.x];
}
