// expect: unsupported
// lines: 15
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A lane waits before its warp exchanges values, and the others arrive behind that: a circle.

#include <cuda/barrier>

__global__ void votes(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 31);
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) bar.wait_parity(false);
    const int result = __shfl_sync(~0u, in[threadIdx.x], 3);
    if (threadIdx.x != 0) (void)bar.arrive();
    out[threadIdx.x] = result;
  }
}
