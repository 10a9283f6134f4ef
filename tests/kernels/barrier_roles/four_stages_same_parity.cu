// expect: unsupported
// lines: 10
// launch: --blockDim=96 --gridDim=1 --buffer in=1280 --buffer out=256 --arg rounds=10
// oracle: skip what is unsupported may go well or not
// about: The parity that the readers wait for stays the same.

#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, bool parity) {
  while (!__mbarrier_test_wait_parity(bar, parity)) {
  }
}

__global__ void stages(const float* in, float* out, int rounds) {
  __shared__ float buffer[4][32];
  __shared__ __mbarrier_t free[4], full[4];
  if (threadIdx.x == 0)
    for (int i = 0; i < 4; ++i) {
      __mbarrier_init(&free[i], 64);
      __mbarrier_init(&full[i], 32);
    }
  __syncthreads();
  int stage = 0;
  bool phase = false;
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; ++i) {
      wait(&free[stage], !phase);
      buffer[stage][threadIdx.x] = in[32 * i + threadIdx.x];
      (void)__mbarrier_arrive(&full[stage]);
      if (++stage == 4) {
        stage = 0;
        phase = !phase;
      }
    }
  } else {
    float sum = 0;
    for (int i = 0; i < rounds; ++i) {
      wait(&full[stage], phase);
      sum += buffer[stage][threadIdx.x % 32] + buffer[stage][31 - threadIdx.x % 32];
      (void)__mbarrier_arrive(&free[stage]);
      if (++stage == 4) {
        stage = 0;
      }
    }
    out[threadIdx.x - 32] = sum;
  }
}
