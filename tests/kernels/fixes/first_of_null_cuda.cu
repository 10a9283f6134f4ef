// expect: defect
// property: null-access
// lines: 9
// launch: --blockDim=32 --gridDim=2 --buffer out=256 --buffer bias=null
// about: an optional array is read without being asked for

__global__ void add(int* out, const int* bias) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int by = bias[i % 4];
  out[i] = i + by;
}
