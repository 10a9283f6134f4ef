// expect: defect
// property: assertion
// lines: 9
// launch: --blockDim 16 --gridDim 1 --buffer out=64
// about: The last thread breaks the assertion.

__global__ void k(int* out) {
  const int i = threadIdx.x;
  assert(i < 15);
  out[i] = i;
}
