// expect: unsupported
// lines: 7
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: What is no instruction of PTX is refused.

__global__ void store(int* out) {
  asm volatile("frobnicate.u32 [%0], %1;" ::"l"(out + threadIdx.x), "r"(1) : "memory");
}
