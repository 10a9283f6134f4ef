// expect: error
// message: holds no kernel function
// launch: --blockDim 8 --gridDim 1
// about: A kernel template that nothing instantiates is no kernel.

template <typename T>
__global__ void k(T* out) {
  out[threadIdx.x] = threadIdx.x;
}
