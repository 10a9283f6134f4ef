// expect: verified
// launch: --blockDim 4,4 --gridDim 2,2 --arg n=8 --buffer a=256 --buffer b=256 --buffer c=256
// sibling: tiled_product_reused.cu
// about: A product of matrices by tiles in shared memory, with a barrier before and after their use.

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
    __syncthreads();
  }
  c[row * n + column] = sum;
}
