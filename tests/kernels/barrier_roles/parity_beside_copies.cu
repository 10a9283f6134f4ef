// expect: unsupported
// lines: 16
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: Threads wait by parity for a barrier that copies end at.

#include <cuda/barrier>

__global__ void exchange(const int* in, int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  cuda::memcpy_async(&part[threadIdx.x], &in[threadIdx.x], 4, bar);
  (void)bar.arrive();
  bar.wait_parity(true);
  out[threadIdx.x] = part[63 - threadIdx.x];
}
