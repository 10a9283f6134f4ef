// expect: defect
// property: data-race
// lines: 9 10
// launch: --blockDim 8 --gridDim 2 --buffer a=96
// about: The last load by `__ldg` of the loop is of what the launch writes.

__global__ void k(int* a) {
  int sum = 0;
  for (int i = 0; i < 9; ++i) sum += __ldg(&a[i]);
  a[8 + blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
