// expect: unknown
// property: barrier-divergence
// lines: 10
// launch: --blockDim 16,4 --gridDim 1 --buffer out=256
// about: A warp is two rows, so that the mask names threads that do not come.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.x >= 8) __syncwarp(0xffff0000u);
  out[i] = 1;
}
