// expect: verified
// launch: --blockDim 8 --gridDim 2 --buffer out=8
// sibling: atomic_of_block_shared_plain.cu
// about: Within a block, atomic functions of the block exclude each other.

__global__ void k(int* out) {
  __shared__ int most;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  atomicMax_block(&most, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = most;
}
