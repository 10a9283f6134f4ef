// expect: unsupported
// lines: 16
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: The size of the block decides which threads arrive.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  if (threadIdx.x == 0) init(&filled, blockDim.x / 2);
  __syncthreads();
  if (threadIdx.x < blockDim.x / 2) {
    part[threadIdx.x] = in[threadIdx.x];
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x] = part[threadIdx.x - blockDim.x / 2];
  }
}
