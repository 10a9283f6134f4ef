// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 32 --gridDim 2 --buffer in=256 --buffer sum=4 --buffer most=8
// about: Doubles are added by a read and a write.

__global__ void k(const float* in, float* sum, double* most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum, in[i]);
  *most += (double)in[i];
}
