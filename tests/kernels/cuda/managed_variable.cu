// expect: verified
// launch: --blockDim 4 --gridDim 2 --buffer out=32
// sibling: managed_variable_blocks.cu
// about: Each block has its own entry of a managed array.

__managed__ int entries[8];

__global__ void k(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  entries[i] = i;
  out[i] = i;
}
