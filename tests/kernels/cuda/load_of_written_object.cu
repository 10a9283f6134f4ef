// expect: defect
// property: data-race
// lines: 8 10
// launch: --blockDim 8 --gridDim 1 --buffer a=32 --buffer b=@a --buffer out=32
// about: The launch writes by one argument to what `__ldg` reads by another one, and a barrier does not help.

__global__ void k(const int* a, int* b, int* out) {
  b[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&a[(threadIdx.x + 1) % blockDim.x]);
}
