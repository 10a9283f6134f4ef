// expect: unsupported
// lines: 8
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: A pointer to global memory is converted to an address of shared memory.

__global__ void k(int* out) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(out + threadIdx.x);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(1) : "memory");
}
