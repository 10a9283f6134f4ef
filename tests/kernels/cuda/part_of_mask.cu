// expect: unknown
// property: barrier-divergence
// lines: 10
// launch: --blockDim 32 --gridDim 1 --buffer out=128
// about: Whether all threads come that a constant mask names is not judged, though each half is of one mind.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v += __shfl_xor_sync(0xffffu, v, 1);
  out[threadIdx.x] = v;
}
