// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// oracle: skip source: inline assembly is executed as PTX alone
// about: As wide_sums.cu, but the array is too small.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  unsigned long long at = (unsigned)__cvta_generic_to_shared(s);
  at += 4 * t;
  asm volatile("st.shared.u32 [%0+4], %1;" ::"l"(at), "r"(t) : "memory");
  int* own = (int*)__cvta_shared_to_generic(at + 4);
  out[t] = *own;
}
