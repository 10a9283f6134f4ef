// expect: defect
// property: data-race
// lines: 9 11
// launch: --blockDim 64 --gridDim 1 --buffer in=512 --buffer out=512
// about: The second sum is written while the first one may still be read.

__device__ int block_sum(int v, int* part) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  return part[0] + part[1];
}

__global__ void sums(const int* in, int* out) {
  __shared__ int part[2];
  const int t = threadIdx.x;
  const int first = block_sum(in[t], part);
  out[t] = first + block_sum(in[64 + t], part);
}
