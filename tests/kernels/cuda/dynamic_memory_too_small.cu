// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --blockDim 32 --gridDim 1 --local s=124 --buffer out=128
// about: The launch gives four bytes fewer than the block needs.

__global__ void k(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}
