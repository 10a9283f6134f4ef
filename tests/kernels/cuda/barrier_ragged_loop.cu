// expect: defect
// property: barrier-divergence
// lines: 10 9
// launch: --blockDim 8 --gridDim 2 --buffer out=64
// about: The number of iterations differs within the block.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  for (int i = 0; i < t + 1; ++i)
    __syncthreads();
  out[blockIdx.x * blockDim.x + t] = t;
}
