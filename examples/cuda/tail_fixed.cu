// Scales 1,000 numbers by 4 blocks of 256 threads. Threads without a number do nothing.
__global__ void scale(float* numbers, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) numbers[i] *= factor;
}
