// Squares one number a thread. There is no guard: the grid must have as many threads as there are numbers.
__global__ void square(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * in[i];
}
