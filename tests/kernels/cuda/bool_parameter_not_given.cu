// expect: defect
// property: data-race
// lines: 8
// launch: --blockDim 8 --gridDim 1 --arg all=1 --buffer out=32
// about: It is true.

__global__ void k(int* out, bool all) {
  if (all || threadIdx.x == 0) out[0] = threadIdx.x;
}
