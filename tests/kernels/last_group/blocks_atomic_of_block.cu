// expect: defect
// property: data-race
// lines: 14
// launch: --local-size 32 --num-groups 4
// about: the atomic counts for the block alone

__device__ unsigned int counted = 0;

extern "C" __global__ void sums(const float *in, float *part, float *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x * blockDim.x];
    __threadfence();
    unsigned int before = atomicAdd_block(&counted, 1);
    is_last = before == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) out[i] = part[i];
    if (threadIdx.x == 0) counted = 0;
  }
}
