// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --blockDim 32 --gridDim 1 --buffer out=128
// about: Threads of the first half call a vote for the whole warp.

__global__ void k(int* out) {
  int v = 0;
  if (threadIdx.x < 16)
    v = __any_sync(0xffffffffu, threadIdx.x == 5);
  out[threadIdx.x] = v;
}
