// expect: verified
// launch: --blockDim 16 --gridDim 2 --buffer in=128 --buffer out=64
// sibling: histogram_plain.cu
// about: Bins in shared memory are counted atomically.

__global__ void histogram(const unsigned* in, unsigned* out) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned bin = in[blockIdx.x * blockDim.x + threadIdx.x] % 16;
  atomicAdd(&bins[bin], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
