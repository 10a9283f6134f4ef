// expect: possible-defect
// property: data-race
// lines: 13 21
// launch: --local-size 32 --num-groups 4
// oracle: skip 32 work-items a group
// about: the variable that counts the blocks begins at 3, which the first block finds

__device__ unsigned int counted = 3;

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
