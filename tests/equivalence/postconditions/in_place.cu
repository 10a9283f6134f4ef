// postconditions: scale
// launch: --blockDim=4 --gridDim=2 --arg n=8 --buffer a=32
// expect: verified
// about: What memory held before, in CUDA.
// mutant: `a[i] *= 3` to `a[i] *= 2`: defect
// mutant: `3 * __old(a[i])` to `3 * a[i]`: defect
__global__ void scale(int *a, int n) {
  __postcondition(__forall(i, 0, n, a[i] == 3 * __old(a[i])));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 3;
}
