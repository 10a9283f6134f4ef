// expect: defect
// property: data-race
// lines: 12
// launch: --blockDim 16 --gridDim 1 --buffer out=64 --buffer states=768
// oracle: skip random numbers are not executed
// about: A draw writes its state, which two threads share.

#include <curand_kernel.h>

__global__ void k(curandState* states, float* out) {
  const int i = threadIdx.x;
  out[i] = curand_uniform(&states[i / 2]);
}
