// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: own_part_of_shuffle_of_others.cu
// about: A shuffle from the own lane gives the own value.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  out[__shfl_sync(0xffffffffu, t, t & 31)] = t;
}
