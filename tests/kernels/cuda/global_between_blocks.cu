// expect: defect
// property: data-race
// lines: 9 11
// launch: --blockDim 8 --gridDim 2 --buffer out=128
// about: Blocks are not ordered.

__global__ void k(int* out) {
  const int t = threadIdx.x, first = blockIdx.x * 8;
  out[first + t] = t;
  __syncthreads();
  out[16 + first + t] = out[15 - first - t];
}
