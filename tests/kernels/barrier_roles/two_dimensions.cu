// expect: unsupported
// lines: 12
// launch: --blockDim=32,2 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: The row of a thread decides about its role.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0 && threadIdx.y == 0) init(&filled, 32);
  __syncthreads();
  if (threadIdx.y == 0) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x] = part[31 - threadIdx.x];
  }
}
