// Shifts the numbers of each warp by one thread through shared memory, with a barrier of the warp between.
__global__ void shift(int* numbers) {
  __shared__ int cells[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = threadIdx.x & ~31;
  const int lane = threadIdx.x & 31;
  cells[threadIdx.x] = numbers[i];
  __syncwarp();
  numbers[i] = cells[warp + (lane + 1) % 32];
}
