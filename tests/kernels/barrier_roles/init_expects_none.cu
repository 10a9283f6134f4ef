// expect: unsupported
// lines: 14
// launch: --blockDim=64 --gridDim=1 --buffer in=128 --buffer out=128
// oracle: skip what is unsupported may go well or not
// about: No barrier may expect no arrivals.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled, unused;
  __shared__ int part[32];
  if (threadIdx.x == 0) {
    init(&filled, 32);
    init(&unused, 0);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
    (void)unused.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
