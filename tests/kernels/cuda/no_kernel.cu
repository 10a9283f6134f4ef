// expect: error
// message: holds no kernel function
// launch: --blockDim 8 --gridDim 1
// about: A file of device functions has no kernel.

__device__ int twice(int a) {
  return 2 * a;
}
