// expect: error
// message: the kernel template k is not instantiated; add a line such as
// launch: --blockDim 8 --gridDim 1
// about: A kernel template that nothing instantiates is no kernel.

template <typename T>
__global__ void k(T* out) {
  out[threadIdx.x] = threadIdx.x;
}
