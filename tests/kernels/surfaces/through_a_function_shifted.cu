// expect: defect
// property: data-race
// lines: 10
// launch: --blockDim 8 --gridDim 2 --image s=16x16:R,SIGNED_INT32
// oracle: skip it has no surfaces
// about: Blocks overlap in one element.

template <typename T>
__device__ void put(cudaSurfaceObject_t into, int x, T value) {
  surf2Dwrite(value, into, x * sizeof(T), 3);
}

__global__ void k(cudaSurfaceObject_t s) {
  int x = blockIdx.x * (blockDim.x - 1) + threadIdx.x;
  put(s, x, (int)(blockIdx.x + 1));
}
