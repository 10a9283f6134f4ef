// expect: defect
// property: data-race
// lines: 21 27
// launch: --blockDim 128 --gridDim 4 --buffer in=2048 --buffer out=16
// oracle: skip source: inline assembly is executed as PTX alone
// about: As shuffles.cu, but all threads store what they have added.

__device__ int load(const int* at) {
  int value;
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(value) : "l"(at));
  return value;
}
__device__ int down(int value, int by) {
  int result;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;"
               : "=r"(result)
               : "r"(value), "r"(by), "r"(31), "r"(0xffffffff));
  return result;
}
__device__ void store(int* at, int value) {
  asm volatile("st.global.s32 [%0], %1;" ::"l"(at), "r"(value) : "memory");
}

__global__ void sums(const int* in, int* out) {
  int value = load(in + blockIdx.x * blockDim.x + threadIdx.x);
  for (int by = 16; by > 0; by /= 2) value += down(value, by);
  store(out + blockIdx.x, value);
}
