// expect: unsupported
// lines: 18
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: The thread waits a second time for the phase that has ended.

#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  auto old = bar.arrive();
  bar.wait(old);
  part[threadIdx.x] = threadIdx.x;
  auto token = bar.arrive();
  bar.wait(old);
  out[threadIdx.x] = part[63 - threadIdx.x];
}
