// expect: defect
// launch: --blockDim 8 --gridDim 2
// property: barrier-divergence
// lines: 10 14
// oracle: skip it follows no pointers to functions
// about: threads of a block call two functions through a pointer, each of which has a barrier

typedef void (*Exchange)(int*, int*);
__device__ void left(int* cells, int* out) {
  __syncthreads();
  *out = cells[threadIdx.x ^ 1];
}
__device__ void right(int* cells, int* out) {
  __syncthreads();
  *out = cells[threadIdx.x ^ 2];
}
__global__ void k(int* out) {
  __shared__ int cells[8];
  Exchange exchange = threadIdx.x < 4 ? left : right;
  cells[threadIdx.x] = threadIdx.x;
  exchange(cells, out + blockIdx.x * 8 + threadIdx.x);
}
