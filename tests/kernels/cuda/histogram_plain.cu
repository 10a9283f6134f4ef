// expect: defect
// property: data-race
// lines: 12
// launch: --blockDim 16 --gridDim 2 --buffer in=128 --buffer out=64
// about: Bins are counted without an atomic function.

__global__ void histogram(const unsigned* in, unsigned* out) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const unsigned bin = in[blockIdx.x * blockDim.x + threadIdx.x] % 16;
  bins[bin] += threadIdx.x;
  __syncthreads();
  atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
