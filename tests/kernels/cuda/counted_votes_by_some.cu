// expect: defect
// property: barrier-divergence
// lines: 11 10
// launch: --blockDim 16 --gridDim 2 --buffer in=128 --buffer out=128
// about: Only threads of the first half come to it.

__global__ void k(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  if (threadIdx.x < 8)
    count = __syncthreads_count(in[i] > 0);
  out[i] = count;
}
