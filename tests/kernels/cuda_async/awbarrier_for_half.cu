// expect: defect
// property: assertion
// lines: 15
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// about: The barrier expects half of the threads that arrive at it.

#include <cuda_awbarrier.h>

using nvcuda::experimental::awbarrier;

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ awbarrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x / 2);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  bar.arrive_and_wait();
  out[threadIdx.x] = part[63 - threadIdx.x];
}
