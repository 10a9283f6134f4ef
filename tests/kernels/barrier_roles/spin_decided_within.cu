// expect: unsupported
// lines: 20
// launch: --blockDim=64 --gridDim=1 --arg n=1 --buffer in=128 --buffer out=128
// oracle: skip what is unsupported may go well or not
// about: The same with a flag that a loop within the loop sets.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  __shared__ int part[32], flag;
  if (threadIdx.x == 0) {
    init(&filled, 32);
    flag = 0;
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    bool goes_on = true;
    while (goes_on) {
      int seen = atomicAdd(&flag, 0);
      for (int j = 0; j < n; ++j)
        if (seen == j + 1) {
          goes_on = false;
          break;
        }
    }
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
    atomicExch(&flag, 1);
  }
}
