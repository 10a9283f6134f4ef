// expect: defect
// property: data-race
// lines: 11
// launch: --blockDim 16 --gridDim 2 --buffer out=128
// about: It is updated without an atomic function.

__device__ int total;

__global__ void k(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  total += i;
  out[i] = i;
}
