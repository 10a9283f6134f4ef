// expect: verified
// launch: --blockDim 16 --gridDim 2 --buffer out=128
// sibling: template_device_function_shift.cu
// about: A device function's template is called with the type of the data.

template <typename T>
__device__ void put(T* to, T value) {
  *to = value;
}

__global__ void k(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(out + i, i);
}
