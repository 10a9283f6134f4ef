// expect: unsupported
// lines: 17
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: Two threads arrive at a barrier in turn, one in each phase.

#include <cuda/barrier>

__global__ void turns(int* out) {
  __shared__ int part;
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    part = 1;
    (void)bar.arrive();
    bar.wait_parity(true);
    out[0] = part;
  } else if (threadIdx.x == 32) {
    bar.wait_parity(false);
    part += 1;
    (void)bar.arrive();
  }
}
