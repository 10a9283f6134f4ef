// expect: unsupported
// lines: 19
// oracle: skip what is unsupported may go well or not
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: The threads arrive and do not wait.

#include <cuda_awbarrier.h>

using nvcuda::experimental::awbarrier;

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ awbarrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  (void)bar.arrive();
  out[threadIdx.x] = part[63 - threadIdx.x];
}
