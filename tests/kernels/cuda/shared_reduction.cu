// expect: verified
// launch: --blockDim 64 --gridDim 2 --buffer in=512 --buffer out=8
// sibling: shared_reduction_no_barrier.cu
// about: A reduction in shared memory, with a barrier in each step.

__global__ void sum(const int* in, int* out) {
  __shared__ int part[64];
  const unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d) part[t] += part[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
