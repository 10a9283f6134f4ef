// expect: verified
// launch: --blockDim 32 --gridDim 2 --buffer next=4 --buffer seen=4
// sibling: ring_of_increments_plain.cu
// about: atomicInc and atomicDec count within a bound.

__global__ void k(unsigned* next, unsigned* seen) {
  atomicInc(next, 15u);
  atomicDec(seen, 15u);
}
