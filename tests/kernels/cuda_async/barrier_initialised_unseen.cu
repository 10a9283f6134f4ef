// expect: defect
// property: data-race
// lines: 14 16
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// about: Threads may arrive at the barrier before the first one has initialised it.

#include <cuda/barrier>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  part[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) init(&bar, 64);

  bar.arrive_and_wait();
  out[threadIdx.x] = part[63 - threadIdx.x];
}
