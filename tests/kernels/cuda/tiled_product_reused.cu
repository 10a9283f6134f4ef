// expect: defect
// property: data-race
// lines: 14 17
// launch: --blockDim 4,4 --gridDim 2,2 --arg n=8 --buffer a=256 --buffer b=256 --buffer c=256
// about: Without the barrier behind the inner loop a tile is filled anew while it is still read.

#define TILE 4

__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float left[TILE][TILE], right[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    left[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
  }
  c[row * n + column] = sum;
}
