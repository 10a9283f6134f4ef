// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: A branch divides the warp before a shuffle.

__global__ void k(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x % 32 < 16)
    v = __shfl_sync(0xffffffffu, v, 0);
  out[threadIdx.x] = v;
}
