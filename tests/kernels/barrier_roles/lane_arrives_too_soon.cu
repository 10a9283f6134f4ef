// expect: defect
// property: data-race
// lines: 17 21
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: A lane arrives for its warp, which has not come together.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 0) (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
  }
}
