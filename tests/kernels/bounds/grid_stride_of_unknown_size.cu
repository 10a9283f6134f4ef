// expect: verified
// launch: --blockDim=256 --gridDim=32
// oracle-launch: --blockDim=16 --gridDim=2
// sibling: grid_stride_before_start.cu
// about: the number of iterations of a grid-stride loop is not given, and no iteration comes before the start of an array whose size is not given

__global__ void sum(float* out, const float* in, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  float total = 0;
  for (int i = first; i < n; i += gridDim.x * blockDim.x) total += in[i];
  out[first] = total;
}
