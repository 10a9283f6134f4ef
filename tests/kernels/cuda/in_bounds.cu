// expect: verified
// launch: --blockDim 16 --gridDim 2 --arg n=20 --buffer out=80
// sibling: out_of_bounds.cu
// about: A guard keeps the last block in the array.

__global__ void k(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
