// expect: defect
// property: barrier-divergence
// lines: 11 10
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer in=128 --buffer out=4
// about: The threads past the end do not come to the reduction.

__global__ void k(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  int sum = 0;
  if (t < n)
    sum = __reduce_add_sync(0xffffffffu, in[t]);
  if (t == 0) out[0] = sum;
}
