// expect: unsupported
// lines: 14
// launch: --blockDim=64 --gridDim=1 --buffer in=256 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: A thread waits for a phase at which it perhaps does not arrive itself.

#include <cuda/barrier>

__global__ void alone(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  if (threadIdx.x == 32) {
    if (in[0] > 0) (void)bar.arrive();
    bar.wait_parity(false);
    out[0] = 1;
  }
}
