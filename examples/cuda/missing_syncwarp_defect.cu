// Shifts the numbers of each warp by one thread through shared memory. It takes the threads of a warp to be in lock
// step, which devices since compute capability 7.0 do not keep.
__global__ void shift(int* numbers) {
  __shared__ int cells[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = threadIdx.x & ~31;
  const int lane = threadIdx.x & 31;
  cells[threadIdx.x] = numbers[i];
  numbers[i] = cells[warp + (lane + 1) % 32];
}
