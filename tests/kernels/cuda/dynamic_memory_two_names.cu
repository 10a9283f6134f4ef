// expect: defect
// property: data-race
// lines: 12 13
// launch: --blockDim 32 --gridDim 1 --local a=256 --buffer out=128
// about: Two names of dynamic shared memory are one object, so that their first elements are one.

extern __shared__ int a[];
extern __shared__ unsigned b[];

__global__ void k(int* out) {
  const int t = threadIdx.x;
  a[t] = t;
  b[31 - t] = t;
  __syncthreads();
  out[t] = a[31 - t] + b[t];
}
