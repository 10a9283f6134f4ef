// expect: defect
// property: out-of-bounds
// lines: 16
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// oracle: skip source: inline assembly is executed as PTX alone
// about: The last thread reads behind an array of shared memory, by an address of 32 bits.

__global__ void next(int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  const unsigned at = (unsigned)__cvta_generic_to_shared(part) + 4 * t;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(t) : "memory");
  __syncthreads();
  int value;
  // The immediate is part of the address.
  asm volatile("ld.shared.u32 %0, [%1 + %2];" : "=r"(value) : "r"(at), "n"(4));
  out[t] = value;
}
