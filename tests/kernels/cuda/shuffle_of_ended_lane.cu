// expect: possible-defect
// property: data-race
// lines: 12
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=128
// replay: skip what a lane without a thread gives is undefined
// about: The thread of lane 0 has ended, so that each of the others may read something else.

__global__ void k(const int* in, int* out) {
  const int lane = threadIdx.x;
  if (lane == 0) return;
  const int base = __shfl_sync(0xffffffffu, in[lane], 0);
  out[(base + lane) & 31] = lane;
}
