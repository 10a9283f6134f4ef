// expect: verified
// launch: --local-size 32 --num-groups 4
// sibling: volatile_reads_no_fence.cu
// oracle: skip by the memory model of PTX alone the reads race
// about: the example of the CUDA C++ Programming Guide, whose reads are volatile

__device__ unsigned int counted = 0;

extern "C" __global__ void sums(const float *in, volatile float *part, float *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x * blockDim.x];
    __threadfence();
    unsigned int before = atomicInc(&counted, gridDim.x);
    is_last = before == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last) {
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) out[i] = part[i];
    if (threadIdx.x == 0) counted = 0;
  }
}
