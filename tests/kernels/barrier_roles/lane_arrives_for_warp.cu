// expect: unsupported
// lines: 16
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A lane arrives when its warp has come together, so that it does so for all lanes.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 0) (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
