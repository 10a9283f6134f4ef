// expect: unsupported
// lines: 11
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: A compiler may leave out a barrier that is not volatile and has no result that is used.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int unused;
  s[t] = t;
  asm("bar.sync 0; mov.u32 %0, 0;" : "=r"(unused));
  out[t] = s[t ^ 1];
}
