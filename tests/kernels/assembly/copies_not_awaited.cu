// expect: defect
// property: data-race
// lines: 10 16 19
// launch: --blockDim 64 --gridDim 2 --buffer in=2048 --buffer out=2048
// oracle: skip source: inline assembly is executed as PTX alone
// about: As copies.cu, but the threads do not wait.

__device__ void copy(void* to, const void* from) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(at), "l"(from), "n"(16) : "memory");
}

__global__ void turned(const float4* in, float4* out) {
  __shared__ float4 part[64];
  const int t = threadIdx.x;
  copy(&part[t], &in[blockIdx.x * 64 + t]);
  asm volatile("cp.async.commit_group;\n" ::: "memory");
  __syncthreads();
  out[blockIdx.x * 64 + t] = part[63 - t];
}
