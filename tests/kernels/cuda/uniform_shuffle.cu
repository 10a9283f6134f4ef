// expect: verified
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=128
// sibling: uniform_shuffle_two_lanes.cu
// about: All threads of the warp read one lane, so that their places are as far apart as they are.

__global__ void k(const int* in, int* out) {
  const int lane = threadIdx.x;
  const int base = __shfl_sync(0xffffffffu, in[lane], 5);
  out[(base + lane) & 31] = lane;
}
