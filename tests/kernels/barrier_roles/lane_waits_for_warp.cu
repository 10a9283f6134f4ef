// expect: unsupported
// lines: 19
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A lane waits, and its warp comes together behind that.

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
    if (threadIdx.x == 32) filled.wait_parity(false);
    __syncwarp();
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
