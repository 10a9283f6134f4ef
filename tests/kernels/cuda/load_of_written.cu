// expect: defect
// property: data-race
// lines: 8
// launch: --blockDim 8 --gridDim 1 --buffer a=32
// about: Loads by `__ldg` promise that nothing writes to their memory while the launch runs; here the same thread does.

__global__ void k(int* a) {
  a[threadIdx.x] = __ldg(&a[threadIdx.x]) + 1;
}
