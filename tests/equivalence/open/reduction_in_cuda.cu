// equal: strided interleaved
// launch: --local-size * --num-groups *
// expect: verified
// about: The two trees in CUDA, where indices are signed and the shared array has a fixed size.
// mutant: `s *= 2` to `s *= 4`: defect
// mutant: `2 * s * tid` to `s * tid`: defect data-race
// mutant: `x[index + s]` to `x[index]`: defect
__global__ void strided(const int *in, int *out) {
  __requires(__is_pow2(blockDim.x) && blockDim.x <= 1024);
  __shared__ int x[1024];
  int tid = threadIdx.x;
  x[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    int index = 2 * s * tid;
    if (index < blockDim.x) x[index] += x[index + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = x[0];
}

__global__ void interleaved(const int *in, int *out) {
  __requires(__is_pow2(blockDim.x) && blockDim.x <= 1024);
  __shared__ int x[1024];
  int tid = threadIdx.x;
  x[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) x[tid] += x[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = x[0];
}
