// expect: verified
// launch: --blockDim 8 --gridDim 2 --buffer out=128
// sibling: global_between_blocks.cu
// about: A barrier orders global memory within a block.

__global__ void k(int* out) {
  const int t = threadIdx.x, first = blockIdx.x * 8;
  out[first + t] = t;
  __syncthreads();
  out[16 + first + t] = out[first + 7 - t];
}
