// expect: verified
// launch: --blockDim 16 --gridDim 1 --buffer out=128 --buffer states=2240
// oracle: skip random numbers are not executed
// sibling: random_sequences_shared.cu
// about: Each thread draws from a quasi-random sequence of its own.

#include <curand_kernel.h>

__global__ void k(curandStateScrambledSobol32* states, double* out) {
  const int i = threadIdx.x;
  skipahead(3u, &states[i]);
  out[i] = curand_log_normal_double(&states[i], 0.0, 1.0);
}
