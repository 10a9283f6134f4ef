// expect: possible-defect
// property: data-race
// lines: 9
// launch: --blockDim 32 --gridDim 1 --buffer out=64
// about: Two threads shuffle from one lane, and write where its value says.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  if (threadIdx.x < 16) out[__shfl_sync(0xffffu, (int)threadIdx.x, threadIdx.x / 2)] = threadIdx.x;
}
