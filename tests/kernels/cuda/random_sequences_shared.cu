// expect: defect
// property: data-race
// lines: 12 13
// launch: --blockDim 16 --gridDim 1 --buffer out=128 --buffer states=2240
// oracle: skip random numbers are not executed
// about: All threads draw from the first sequence.

#include <curand_kernel.h>

__global__ void k(curandStateScrambledSobol32* states, double* out) {
  const int i = threadIdx.x;
  skipahead(3u, &states[i]);
  out[i] = curand_log_normal_double(&states[0], 0.0, 1.0);
}
