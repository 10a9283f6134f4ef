// expect: defect
// property: data-race
// lines: 10 11
// launch: --blockDim 8 --gridDim 1 --buffer out=4096
// about: A weaker precondition lets them overlap.
// replay: skip a value that is made up may break the precondition

__global__ void k(int* out, int stride) {
  __requires(stride >= 1 & stride <= 64);
  out[threadIdx.x * stride] = -1;
  out[threadIdx.x * stride + 1] = threadIdx.x;
}
