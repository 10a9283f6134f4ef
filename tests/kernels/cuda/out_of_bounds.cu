// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --blockDim 16 --gridDim 2 --arg n=20 --buffer out=80
// about: The guard lets one thread too many through.

__global__ void k(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = i;
}
