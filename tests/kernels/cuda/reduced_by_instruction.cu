// expect: verified
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer in=128 --buffer out=4
// sibling: reduced_by_some.cu
// about: A reduction of the warp gives all its threads one sum.

__global__ void k(const int* in, int* out, int n) {
  const int t = threadIdx.x;
  int sum = 0;
  if (n > 0)
    sum = __reduce_add_sync(0xffffffffu, in[t]);
  if (t == 0) out[0] = sum;
}
