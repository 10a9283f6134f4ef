// expect: defect
// property: data-race
// lines: 11
// launch: --blockDim 8 --gridDim 2 --buffer out=8
// about: One thread stores without an atomic function.

__global__ void k(int* out) {
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  if (threadIdx.x == 7) most = 9; else atomicMax_block(&most, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
