// expect: verified
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// sibling: awbarrier_for_half.cu
// about: The barrier of the older header.

#include <cuda_awbarrier.h>

using nvcuda::experimental::awbarrier;

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ awbarrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  bar.arrive_and_wait();
  out[threadIdx.x] = part[63 - threadIdx.x];
}
