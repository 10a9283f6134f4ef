// expect: verified
// launch: --blockDim 32 --gridDim 2 --buffer in=1024 --buffer out=256
// sibling: pointer_beside_array_of_all.cu
// about: A structure holds a pointer to shared memory and an array that loops fill, as functions of blocks in cub do.

struct Sums {
  int& total;
  int own[4];
  int line;

  __device__ Sums(int& total, int line) : total(total), line(line) {}
  __device__ void read(const int* from) {
    for (int i = 0; i < 4; ++i) own[i] = from[4 * line + i];
  }
  __device__ int add() {
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += own[i];
    atomicAdd(&total, sum);
    return sum;
  }
};

__global__ void sums(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  Sums mine(total, threadIdx.x);
  mine.read(in + 128 * blockIdx.x);
  const int sum = mine.add();
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = sum - total;
}
