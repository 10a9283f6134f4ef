// expect: defect
// property: data-race
// lines: 10 12
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: A vote of the warp is no barrier of the block.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  const int all = __all_sync(0xffffffffu, t >= 0);
  out[t] = s[63 - t] + all;
  if (__syncthreads_or(t == 3)) s[63 - t] = t + 64;
}
