// expect: verified
// launch: --blockDim 32 --gridDim 2 --buffer in=256 --buffer sum=4 --buffer most=8
// sibling: float_sums_plain.cu
// about: Floats of two widths are added atomically.

__global__ void k(const float* in, float* sum, double* most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum, in[i]);
  atomicAdd(most, (double)in[i]);
}
