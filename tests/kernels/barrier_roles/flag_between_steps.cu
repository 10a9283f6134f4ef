// expect: unsupported
// lines: 21
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A warp waits before it raises a flag, and the other one arrives when that is up: a circle.

#include <cuda/barrier>

__global__ void circle(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int flag;
  if (threadIdx.x == 0) {
    init(&bar, 32);
    flag = 0;
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    bar.wait_parity(false);
    atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0) {
    }
    (void)bar.arrive();
  }
}
