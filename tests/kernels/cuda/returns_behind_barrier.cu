// expect: defect
// property: barrier-divergence
// lines: 8
// launch: --blockDim 32 --gridDim 1 --buffer out=4096
// about: A return that all threads come to does not excuse those that pass a barrier by.

__global__ void k(int* out) {
  if (threadIdx.x < 16) __syncthreads();
  out[threadIdx.x] = 1;
  return;
}
