// expect: defect
// property: out-of-bounds
// lines: 8
// launch: --blockDim 32 --gridDim 1 --buffer a=128 --buffer b=124
// about: The last load by `__ldg` is past the end.

__global__ void k(int* a, const int* b) {
  a[threadIdx.x] = __ldg(&b[threadIdx.x]) + 1;
}
