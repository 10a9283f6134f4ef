// expect: unsupported
// lines: 19
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: Threads arrive at a barrier that has ended.

#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, bool parity) {
  while (!__mbarrier_test_wait_parity(bar, parity)) {
  }
}

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[32];
  __shared__ __mbarrier_t filled;
  if (threadIdx.x == 0) __mbarrier_init(&filled, 32);
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&filled);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)__mbarrier_arrive(&filled);
  } else {
    wait(&filled, false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
