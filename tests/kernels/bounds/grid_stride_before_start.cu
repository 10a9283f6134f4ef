// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --blockDim=256 --gridDim=32
// oracle-launch: --blockDim=16 --gridDim=2
// about: the first read of a grid-stride loop, whose number of iterations is not given, comes before the start of an array whose size is not given

__global__ void sum(float* out, const float* in, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  float total = 0;
  for (int i = first; i < n; i += gridDim.x * blockDim.x) total += in[i - 1];
  out[first] = total;
}
