// expect: unsupported
// lines: 21
// launch: --blockDim=64 --gridDim=1 --buffer in=128 --buffer out=128
// oracle: skip what is unsupported may go well or not
// about: Producers spin on a word of shared memory that consumers set behind their wait, so that all wait for ever.

#include <cuda/barrier>

__global__ void hand_over(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> filled;
  __shared__ int part[32], flag, mine[32];
  if (threadIdx.x == 0) {
    init(&filled, 32);
    flag = 0;
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = in[threadIdx.x];
    do {
      mine[threadIdx.x] = atomicAdd(&flag, 0);
    } while (mine[threadIdx.x] == 0);
    (void)filled.arrive();
  } else {
    filled.wait_parity(false);
    out[threadIdx.x - 32] = part[63 - threadIdx.x];
    atomicExch(&flag, 1);
  }
}
