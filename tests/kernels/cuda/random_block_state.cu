// expect: unsupported
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// about: Threads of a block draw from such a state together, which is no race and not followed.

#include <curand_kernel.h>

__global__ void k(curandStateMtgp32* states, float* out) {
  out[threadIdx.x] = curand_uniform(&states[blockIdx.x]);
}
