// expect: unsupported
// lines: 8
// launch: --blockDim 32 --gridDim 1 --buffer a=128
// about: Loads by `__ldg` promise that their memory is not written while the launch runs.
// oracle: skip it takes `__ldg` for a load

__global__ void k(int* a) {
  a[threadIdx.x] = __ldg(&a[threadIdx.x]) + 1;
}
