// expect: unsupported
// lines: 17
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256 --arg n=16
// oracle: skip what is unsupported may go well or not
// about: A thread may return behind the barrier of the block without an arrival.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out, int n) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, 32);
  __syncthreads();
  if (threadIdx.x < n) return;
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
