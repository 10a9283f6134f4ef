// expect: verified
// launch: --blockDim 64 --gridDim 4 --buffer in=1024 --buffer out=4
// sibling: counts_without_atomic.cu
// oracle: skip source: inline assembly is executed as PTX alone
// about: Threads count with an atomic addition in assembly that a predicate guards.

__global__ void count(const int* in, unsigned* out) {
  const int value = in[blockIdx.x * 64 + threadIdx.x];
  asm volatile(
      "{ .reg .pred p; .reg .u32 r;\n"
      "  setp.gt.s32 p, %1, 0;\n"
      "  @p red.global.add.u32 [%0], 1; }" ::"l"(out),
      "r"(value)
      : "memory");
}
