// Adds up 256 numbers a block, with a barrier after each step of the tree.
__global__ void reduce(const float* in, float* sums) {
  __shared__ float cells[256];
  const unsigned i = threadIdx.x;
  cells[i] = in[blockIdx.x * blockDim.x + i];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (i < half) cells[i] += cells[i + half];
    __syncthreads();
  }
  if (i == 0) sums[blockIdx.x] = cells[0];
}
