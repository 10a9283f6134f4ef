// expect: verified
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer in=128 --buffer out=128
// sibling: shuffle_behind_return.cu
// about: Every thread of the warp is there at the shuffle, since those that return do so behind it.

__global__ void k(const int* in, int* out, int n) {
  const int lane = threadIdx.x;
  const int base = __shfl_sync(0xffffffffu, in[lane], 25);
  if (lane >= n) return;
  out[(base + lane) & 31] = lane;
}
