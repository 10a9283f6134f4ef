// expect: verified
// launch: --blockDim 8 --gridDim 1 --build-options -m32 --buffer out=64
// oracle: skip it has 64-bit addresses
// replay: skip replay has 64-bit addresses
// sibling: size_of_32_bits_wraps.cu
// about: Where size_t has 32 bits, an index that stays below its limit does not wrap.

typedef unsigned int size_t;

__global__ void k(int* out) {
  const size_t i = threadIdx.x;
  out[i * (size_t)1 % 16] = i;
}
