// expect: verified
// launch: --blockDim 64 --gridDim 2 --buffer in=512 --buffer out=16
// sibling: butterfly_all_write.cu
// about: A butterfly of shuffles adds the values of a warp, and its first thread writes the sum.

__global__ void sum(const int* in, int* out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = v + threadIdx.x;
}
