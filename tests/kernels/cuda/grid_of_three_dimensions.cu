// expect: verified
// launch: --blockDim 2 --gridDim 2,2,2 --buffer out=64
// sibling: grid_of_two_dimensions.cu
// about: The number of a block counts all three dimensions of the grid.

__global__ void k(int* out) {
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  out[block * blockDim.x + threadIdx.x] = blockIdx.z;
}
