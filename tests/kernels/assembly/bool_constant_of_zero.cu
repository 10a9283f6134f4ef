// expect: defect
// property: out-of-bounds
// lines: 15
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// oracle: skip source: inline assembly is executed as PTX alone
// about: As bool_constant.cu, but the constant is 0.

template <bool B>
__device__ int next(int of) {
  int result;
  asm("add.s32 %0, %1, %2;" : "=r"(result) : "r"(of), "n"(B));
  return result;
}

__global__ void k(int* out) { out[next<false>(threadIdx.x) - 1] = 1; }
