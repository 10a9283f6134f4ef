// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 8 --gridDim 2 --buffer a=128
// about: The last element that is read by `__ldg` is the first one that another block writes.

__global__ void k(int* a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[15 + i] = __ldg(&a[i]) + 1;
}
