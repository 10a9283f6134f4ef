// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: Two threads of each warp read one lane.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  out[__shfl_sync(0xffffffffu, t, t & 30)] = t;
}
