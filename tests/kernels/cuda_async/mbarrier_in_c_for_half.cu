// expect: defect
// property: assertion
// lines: 13
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip it knows no barriers in two steps
// about: The barrier expects half of the threads that arrive at it.

#include <cuda_awbarrier_primitives.h>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x / 2);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[threadIdx.x] = part[63 - threadIdx.x];
}
