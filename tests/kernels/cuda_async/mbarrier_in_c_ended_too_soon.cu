// expect: unsupported
// lines: 19
// launch: --blockDim=64 --gridDim=1 --buffer out=256
// oracle: skip what is unsupported may go well or not
// about: one thread invalidates the barrier while others may still wait

#include <cuda_awbarrier_primitives.h>

__global__ void exchange(int* out) {
  __shared__ int part[64];
  __shared__ __mbarrier_t bar;
  if (threadIdx.x == 0) __mbarrier_init(&bar, blockDim.x);
  __syncthreads();
  part[threadIdx.x] = threadIdx.x;
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[threadIdx.x] = part[63 - threadIdx.x];
  if (threadIdx.x == 0) __mbarrier_inval(&bar);
}
