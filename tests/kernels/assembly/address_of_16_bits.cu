// expect: unsupported
// lines: 9
// launch: --blockDim 128 --gridDim 1 --dynamic-shared 131072 --buffer out=512
// about: Only 16 bits of an address of shared memory are kept, so that threads write to one place.

extern __shared__ int all[];
__global__ void k(int* out) {
  const unsigned short at = (unsigned short)(__cvta_generic_to_shared(all) + 1024 * threadIdx.x);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"((unsigned)at), "r"(threadIdx.x) : "memory");
  out[threadIdx.x] = 1;
}
