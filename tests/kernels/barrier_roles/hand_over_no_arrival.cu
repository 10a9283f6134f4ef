// expect: defect
// property: assertion
// lines: 19
// launch: --blockDim=64 --gridDim=1 --buffer in=128 --buffer out=128
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: Nobody arrives at the barrier that a warp waits for.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
