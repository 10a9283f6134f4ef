// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --blockDim 64 --gridDim 1 --buffer out=256 --arg n=3 --arg back=4294967292
// oracle: skip source: inline assembly is executed as PTX alone
// about: As sums_that_wrap.cu, but the last sum begins one element earlier, before the array.

__device__ void store(unsigned at, int value) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(value) : "memory");
}

__global__ void k(int* out, int n, unsigned back) {
  __shared__ int s[256];
  const int t = threadIdx.x, i = t - 64;
  const size_t end = __cvta_generic_to_shared(s + 64);
  store((unsigned)(end + (unsigned)(i * 4)), t);
  unsigned long long at = (unsigned)__cvta_generic_to_shared(s + 192 + t);
  const unsigned step = -256;
  for (int round = 1; round < n; ++round) {
    store((unsigned)at, round);
    at += step;
  }
  const unsigned half = (unsigned)__cvta_generic_to_shared(s + 64);
  __syncthreads();
  store((unsigned)((unsigned long long)half + back * (t + 2)), 1);
  out[t] = s[63 - t];
}
