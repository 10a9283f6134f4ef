// expect: unsupported
// lines: 8
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: A generic address is no address of shared memory; the conversion is missing.

__global__ void k(int* out) {
  __shared__ int s[64];
  asm volatile("st.shared.u32 [%0], %1;" ::"l"(s + threadIdx.x), "r"(1) : "memory");
  out[threadIdx.x] = 1;
}
