// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 64 --gridDim 4 --buffer in=1024 --buffer out=4
// oracle: skip source: inline assembly is executed as PTX alone
// about: As counts.cu, but the threads load and store.

__global__ void count(const int* in, unsigned* out) {
  const int value = in[blockIdx.x * 64 + threadIdx.x];
  asm volatile(
      "{ .reg .pred p; .reg .u32 r;\n"
      "  setp.gt.s32 p, %1, 0;\n"
      "  @p ld.global.u32 r, [%0]; @p st.global.u32 [%0], r; }" ::"l"(out),
      "r"(value)
      : "memory");
}
