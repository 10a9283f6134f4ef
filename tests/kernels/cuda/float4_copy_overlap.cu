// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 16 --gridDim 2 --buffer in=512 --buffer out=512
// about: The copies of neighbours overlap.

__global__ void copy(const float4* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 31) { out[4 * i + 4] = i; *(float4*)(out + 4 * i) = in[i]; }
}
