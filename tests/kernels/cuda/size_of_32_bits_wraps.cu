// expect: defect
// property: data-race
// lines: 13
// launch: --blockDim 8 --gridDim 1 --build-options -m32 --buffer out=64
// oracle: skip it has 64-bit addresses
// replay: skip replay has 64-bit addresses
// about: An index wraps at 32 bits, so that two threads have one place.

typedef unsigned int size_t;

__global__ void k(int* out) {
  const size_t i = threadIdx.x;
  out[i * (size_t)0x40000000 * 4 % 16] = i;
}
