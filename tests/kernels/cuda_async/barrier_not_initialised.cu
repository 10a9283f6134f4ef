// expect: unsupported
// lines: 13
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: No thread initialises the barrier.

#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  part[threadIdx.x] = threadIdx.x;
  bar.arrive_and_wait();
  out[threadIdx.x] = part[63 - threadIdx.x];
}
