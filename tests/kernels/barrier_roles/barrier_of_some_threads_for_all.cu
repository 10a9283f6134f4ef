// expect: defect
// property: assertion
// lines: 18
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// replay: skip it executes no barriers that some threads only arrive at
// about: Half of the threads use a barrier that expects all of them.

#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    part[threadIdx.x] = threadIdx.x;
    bar.arrive_and_wait();
    out[threadIdx.x] = part[31 - threadIdx.x];
  }
}
