// expect: verified
// launch: --blockDim 16 --gridDim 2 --buffer in=512 --buffer out=512
// sibling: float4_copy_overlap.cu
// about: Each thread copies four floats at once.

__global__ void copy(const float4* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  *(float4*)(out + 4 * i) = in[i];
}
