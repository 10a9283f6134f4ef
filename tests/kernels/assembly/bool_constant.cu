// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: bool_constant_of_zero.cu
// oracle: skip source: inline assembly is executed as PTX alone
// about: A constant of one bit is 1 in the assembly.

template <bool B>
__device__ int next(int of) {
  int result;
  asm("add.s32 %0, %1, %2;" : "=r"(result) : "r"(of), "n"(B));
  return result;
}

__global__ void k(int* out) { out[next<true>(threadIdx.x) - 1] = 1; }
