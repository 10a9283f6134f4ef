// expect: verified
// sibling: barrier_behind_steps_not.cu
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: The block comes together when all have arrived and waited.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    part[threadIdx.x] = part[63 - threadIdx.x];
  }
  __syncthreads();
  out[threadIdx.x] = part[63 - threadIdx.x];
}
