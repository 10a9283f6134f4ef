// expect: unsupported
// lines: 16
// launch: --blockDim=64 --gridDim=1 --arg n=1 --buffer in=128 --buffer out=128
// oracle: skip what is unsupported may go well or not
// about: An argument decides how many arrivals the barrier expects.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  __shared__ int part[32];
  if (threadIdx.x == 0) {
    if (n > 4)
      init(&filled, 64);
    else
      init(&filled, 32);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
