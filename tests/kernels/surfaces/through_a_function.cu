// expect: verified
// launch: --blockDim 8 --gridDim 2 --image s=16x16:R,SIGNED_INT32
// sibling: through_a_function_shifted.cu
// oracle: skip it has no surfaces
// about: A function gets the surface, and a template the type of its elements.

template <typename T>
__device__ void put(cudaSurfaceObject_t into, int x, T value) {
  surf2Dwrite(value, into, x * sizeof(T), 3);
}

__global__ void k(cudaSurfaceObject_t s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  put(s, x, x);
}
