// Reverses each block's part of an array and says how long it is. All threads of a block come to the barrier.
__global__ void reverse(int* numbers, int* lengths, int count) {
  __shared__ int cells[128];
  const int first = blockIdx.x * blockDim.x;
  const int size = min((int)blockDim.x, count - first);
  if (threadIdx.x < size) cells[threadIdx.x] = numbers[first + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < size) numbers[first + threadIdx.x] = cells[size - 1 - threadIdx.x];
  if (threadIdx.x == blockDim.x - 1) lengths[blockIdx.x] = size;
}
