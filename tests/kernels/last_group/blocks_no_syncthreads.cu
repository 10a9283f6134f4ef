// expect: possible-defect
// property: data-race
// lines: 15 18
// launch: --local-size 32 --num-groups 4
// about: no barrier hands over whether the block is the last

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
  if (is_last) {
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) out[i] = part[i];
    if (threadIdx.x == 0) counted = 0;
  }
}
