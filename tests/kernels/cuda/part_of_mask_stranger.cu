// expect: unknown
// property: barrier-divergence
// lines: 11
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: Four threads come that the mask does not name.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 20)
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffu, v, d);
  out[threadIdx.x] = v;
}
