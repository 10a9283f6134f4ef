// expect: unsupported
// lines: 9
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: An address of shared memory is no address of global memory.

__global__ void k(int* out) {
  __shared__ int s[64];
  const unsigned at = (unsigned)__cvta_generic_to_shared(s + threadIdx.x);
  asm volatile("st.global.u32 [%0], %1;" ::"l"((size_t)at), "r"(1) : "memory");
  out[threadIdx.x] = 1;
}
