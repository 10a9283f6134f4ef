// expect: unsupported
// lines: 10
// launch: --blockDim 64 --gridDim 1 --buffer out=512
// about: An addition takes the carry that other assembly left. What the compiler puts between them is not
// known.

__global__ void add(unsigned* out) {
  unsigned low, high;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(low) : "r"(threadIdx.x), "r"(0xffffffff));
  asm volatile("addc.u32 %0, %1, 0;" : "=r"(high) : "r"(threadIdx.x));
  out[2 * threadIdx.x] = low;
  out[2 * threadIdx.x + 1] = high;
}
