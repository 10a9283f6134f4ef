// expect: defect
// property: data-race
// lines: 19 31
// launch: --blockDim 32 --gridDim 2 --buffer in=1024 --buffer out=256
// about: As pointer_beside_array.cu, but a barrier is missing in front of the read of the total.

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
  out[blockIdx.x * 32 + threadIdx.x] = sum - total;
}
