// expect: unsupported
// lines: 10
// launch: --blockDim 32 --gridDim 1 --buffer a=128 --buffer b=@a --buffer out=128
// about: The launch writes by one argument to what `__ldg` reads by another one.
// oracle: skip it takes `__ldg` for a load

__global__ void k(const int* a, int* b, int* out) {
  b[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = __ldg(&a[(threadIdx.x + 1) % blockDim.x]);
}
