// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: wide_sums_past_the_end.cu
// oracle: skip source: inline assembly is executed as PTX alone
// about: A number of 32 bits becomes one of 64 bits before numbers are added, and a pointer is made of it.

__global__ void k(int* out) {
  __shared__ int s[65];
  const int t = threadIdx.x;
  unsigned long long at = (unsigned)__cvta_generic_to_shared(s);
  at += 4 * t;
  asm volatile("st.shared.u32 [%0+4], %1;" ::"l"(at), "r"(t) : "memory");
  int* own = (int*)__cvta_shared_to_generic(at + 4);
  out[t] = *own;
}
