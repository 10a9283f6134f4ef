// expect: verified
// launch: --blockDim 8 --gridDim 1 --arg all=0 --buffer out=32
// sibling: bool_parameter_not_given.cu
// about: A Boolean parameter that is false keeps a racing store away.

__global__ void k(int* out, bool all) {
  if (all || threadIdx.x == 0) out[0] = threadIdx.x;
}
