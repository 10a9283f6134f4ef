// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=128 --contents in=zero
// about: Even threads read one lane and odd threads another, which need not hold the same.

__global__ void k(const int* in, int* out) {
  const int lane = threadIdx.x;
  const int base = __shfl_sync(0xffffffffu, in[lane], lane & 1);
  out[(base + (lane & ~1)) & 31] = lane;
}
