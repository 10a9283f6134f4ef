// expect: defect
// property: data-race
// lines: 9 8
// launch: --blockDim 32 --gridDim 2 --buffer next=4 --buffer seen=4
// about: The thread of number 3 resets what others count.

__global__ void k(unsigned* next, unsigned* seen) {
  atomicInc(next, 15u);
  if (threadIdx.x == 3) *next = 0;
  atomicDec(seen, 15u);
}
