// expect: verified
// launch: --blockDim 32 --gridDim 1 --local a=256 --buffer out=128
// sibling: dynamic_memory_two_names.cu
// about: One object of dynamic shared memory is divided into two parts.

extern __shared__ int a[];
extern __shared__ unsigned b[];

__global__ void k(int* out) {
  const int t = threadIdx.x;
  a[t] = t;
  b[32 + t] = 31 - t;
  __syncthreads();
  out[t] = a[31 - t] + b[63 - t];
}
