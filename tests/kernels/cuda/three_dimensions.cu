// expect: verified
// launch: --blockDim 4,2,2 --gridDim 2 --buffer out=128
// sibling: three_dimensions_swapped.cu
// about: A block of three dimensions transposes through shared memory.

__global__ void k(int* out) {
  __shared__ int s[2][2][4];
  const int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  s[threadIdx.z][threadIdx.y][threadIdx.x] = i;
  __syncthreads();
  out[blockIdx.x * 16 + i] = s[1 - threadIdx.z][1 - threadIdx.y][3 - threadIdx.x];
}
