// expect: defect
// property: data-race
// lines: 16 21
// launch: --blockDim 64 --gridDim 2 --buffer out=512
// oracle: skip source: inline assembly is executed as PTX alone
// about: As shared_addresses.cu without the barrier.

__device__ unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}

__global__ void turned(int* out) {
  __shared__ int part[64];
  const unsigned base = shared_address(part);
  const int t = threadIdx.x;
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(base + 4 * t), "r"(t) : "memory");
  int sum = 0;
  unsigned at = base + 4 * (63 - t);
  for (int i = 0; i <= t; ++i, at += 4) {
    int value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
    sum += value;
  }
  out[blockIdx.x * 64 + t] = sum;
}
