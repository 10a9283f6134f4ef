// expect: defect
// property: data-race
// lines: 13 15
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// oracle: skip inline assembly is not executed
// about: The second barrier is the warp's alone, so that threads overwrite what the other warp still reads.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 0;" ::: "memory");
  const int other = s[63 - t];
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  s[t] = other;
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[t] = s[t ^ 1];
}
