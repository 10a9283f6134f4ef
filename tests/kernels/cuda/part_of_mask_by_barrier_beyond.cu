// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --blockDim 32,2 --gridDim 1 --buffer out=252
// about: One thread stores past the end.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.x >= 16) __syncwarp(0xffff0000u);
  out[i] = 1;
}
