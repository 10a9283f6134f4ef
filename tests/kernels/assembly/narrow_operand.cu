// expect: unsupported
// lines: 10
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: An operand is narrower than its register. NVIDIA's compiler refuses that.

__global__ void store(int* out) {
  const unsigned char narrow = threadIdx.x;
  int wide;
  // The register has 32 bits.
  asm("mov.b32 %0, %1;" : "=r"(wide) : "r"(narrow));
  out[wide] = 1;
}
