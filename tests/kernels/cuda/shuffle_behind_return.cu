// expect: possible-defect
// property: data-race
// lines: 12
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer in=128 --buffer out=128
// replay: skip what a lane gives that has ended is not known
// about: The lane that all read has returned, so that each thread may read something else.

__global__ void k(const int* in, int* out, int n) {
  const int lane = threadIdx.x;
  if (lane >= n) return;
  const int base = __shfl_sync(0xffffffffu, in[lane], 25);
  out[(base + lane) & 31] = lane;
}
