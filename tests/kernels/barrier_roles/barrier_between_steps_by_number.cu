// expect: unsupported
// lines: 20
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A warp waits before it meets the other one, which arrives behind that: a circle.

#include <cooperative_groups.h>
#include <cuda/barrier>

__global__ void circle(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&bar, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    bar.wait_parity(false);
    block.sync();
    out[threadIdx.x] = 1;
  } else {
    block.sync();
    (void)bar.arrive();
  }
}
