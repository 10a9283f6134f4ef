// expect: verified
// launch: --blockDim 8 --gridDim 2
// sibling: called_pointer_barrier_divergent.cu
// oracle: skip it follows no pointers to functions
// about: all threads of a block call one function through a pointer, and it has a barrier

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
  Exchange exchange = blockIdx.x == 0 ? left : right;
  cells[threadIdx.x] = threadIdx.x;
  exchange(cells, out + blockIdx.x * 8 + threadIdx.x);
}
