// expect: verified
// launch: --blockDim 32 --gridDim 1 --local s=128 --buffer out=128
// sibling: dynamic_memory_too_small.cu
// about: The dynamic shared memory has as many bytes as the launch gives it.

__global__ void k(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
