// expect: possible-defect
// property: data-race
// lines: 12 20
// launch: --local-size 32 --num-groups 4
// about: the last block reads pairs through a cache that need not hold what other blocks have stored

__device__ unsigned int counted = 0;

extern "C" __global__ void sums(const float *in, float2 *part, float *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = make_float2(in[blockIdx.x], 1.0f);
    __threadfence();
    unsigned int before = atomicInc(&counted, gridDim.x);
    is_last = before == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (is_last) {
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) out[i] = __ldg(&part[i]).x;
    if (threadIdx.x == 0) counted = 0;
  }
}
