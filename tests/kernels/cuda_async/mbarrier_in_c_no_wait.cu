// expect: unsupported
// lines: 16
// oracle: skip what is unsupported may go well or not
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// about: A thread asks once whether the phase has ended, and does not mind the answer.

#include <cuda_awbarrier_primitives.h>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  (void)__mbarrier_test_wait(&bar, token);
  out[threadIdx.x] = part[63 - threadIdx.x];
}
