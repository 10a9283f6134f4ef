// expect: possible-defect
// property: data-race
// lines: 12 20
// launch: --local-size 32 --num-groups 4
// about: the last block reads through a cache that need not hold what other blocks have stored

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
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) out[i] = __ldg(&part[i]);
    if (threadIdx.x == 0) counted = 0;
  }
}
