// expect: unsupported
// lines: 14
// launch: --blockDim 64 --gridDim 1 --buffer out=256 --arg n=3
// about: A compiler may move a load that is not volatile in front of the barriers.

__global__ void k(int* out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  const unsigned at = (unsigned)__cvta_generic_to_shared(s + (t ^ 1));
  int sum = 0, value;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    asm("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
    __syncthreads();
    s[t] = i;
    sum += value;
  }
  out[t] = sum;
}
