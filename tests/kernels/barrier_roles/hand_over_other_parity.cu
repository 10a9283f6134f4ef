// expect: unsupported
// lines: 18
// launch: --blockDim=64 --gridDim=1 --buffer in=128 --buffer out=128
// oracle: skip what is unsupported may go well or not
// about: The parity is that of the phase before the first one. The wait ends at once, or waits for the second phase.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
  } else {
    filled.wait_parity(true);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
