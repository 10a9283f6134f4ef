// expect: verified
// launch: --blockDim 16 --gridDim 1 --buffer out=128
// sibling: fence_alone.cu
// about: A barrier orders the threads of a block.

__global__ void k(int* out) {
  const int t = threadIdx.x;
  out[t] = t;
  __syncthreads();
  out[16 + t] = out[15 - t];
}
