// expect: verified
// launch: --local-size 32 --num-groups 4
// sibling: blocks_no_fence.cu
// about: fences of the device around an atomic that counts blocks, as in the sample threadFenceReduction

__device__ unsigned int counted = 0;

extern "C" __global__ void sums(const float *in, float *part, float *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x * blockDim.x];
    __threadfence();
    unsigned int before = atomicInc(&counted, gridDim.x);
    is_last = before == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) out[i] = part[i];
    if (threadIdx.x == 0) counted = 0;
  }
}
