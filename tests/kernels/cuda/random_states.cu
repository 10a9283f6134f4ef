// expect: verified
// launch: --blockDim 16 --gridDim 1 --buffer out=64 --buffer states=768
// oracle: skip random numbers are not executed
// sibling: random_states_shared.cu
// about: Each thread draws from a state of its own.

#include <curand_kernel.h>

__global__ void k(curandState* states, float* out) {
  const int i = threadIdx.x;
  out[i] = curand_uniform(&states[i]);
}
