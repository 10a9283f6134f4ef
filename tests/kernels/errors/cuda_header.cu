// expect: error
// launch: --blockDim 8 --gridDim 1
// oracle: skip the kernel does not compile
// about: a CUDA file that includes a header which is nowhere

#include "nowhere.h"
__global__ void k(int* out) {
  out[threadIdx.x] = 1;
}
