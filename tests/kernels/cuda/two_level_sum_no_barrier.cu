// expect: defect
// property: data-race
// lines: 11 13
// launch: --blockDim 64 --gridDim 2 --buffer in=512 --buffer out=8
// about: The barrier between the two levels is missing.

__global__ void sum(const int* in, int* out) {
  __shared__ int part[32];
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  if (threadIdx.x < 32) {
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
  }
}
