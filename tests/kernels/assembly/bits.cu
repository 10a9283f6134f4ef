// expect: verified
// launch: --blockDim 64 --gridDim 2 --buffer out=512
// sibling: bits_too_few.cu
// oracle: skip source: inline assembly is executed as PTX alone
// about: Assembly with its own registers computes an index. A result starts with the value of a variable.

__device__ unsigned field(unsigned of, unsigned from, unsigned count) {
  unsigned result;
  asm("{\n  .reg .u32 t;\n  shr.u32 t, %1, %2;\n  bfe.u32 %0, t, 0, %3;\n}"
      : "=r"(result)
      : "r"(of), "r"(from), "r"(count));
  return result;
}

__global__ void indices(unsigned* out) {
  const unsigned both = blockIdx.x << 16 | threadIdx.x << 3;
  unsigned at = field(both, 3, 6);
  asm("mad.lo.u32 %0, %1, 64, %0;" : "+r"(at) : "r"(field(both, 16, 8)));
  out[at] = both;
}
