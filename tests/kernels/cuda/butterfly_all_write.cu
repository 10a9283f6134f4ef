// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 64 --gridDim 2 --buffer in=512 --buffer out=16
// about: All threads of the warp write to its place.

__global__ void sum(const int* in, int* out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 16 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = v + threadIdx.x;
}
