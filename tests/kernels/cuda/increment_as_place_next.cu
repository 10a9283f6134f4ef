// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --blockDim 32 --gridDim 2 --buffer next=4 --buffer out=64 --contents next=zero
// about: The places begin at the end of the array.

__global__ void k(unsigned* next, unsigned* out) {
  const unsigned place = atomicInc(next, 15u);
  atomicAdd(&out[place % 16 + 16], 1u);
}
