// expect: possible-defect
// property: data-race
// lines: 11
// launch: --blockDim 16 --gridDim 1 --buffer in=64 --buffer out=64
// replay: skip what a lane without a thread gives is undefined
// about: Lane 20 has no thread, so that each of the others may read something else.

__global__ void k(const int* in, int* out) {
  const int lane = threadIdx.x;
  const int base = __shfl_sync(0xffffffffu, in[lane], 20);
  out[(base + lane) & 15] = lane;
}
