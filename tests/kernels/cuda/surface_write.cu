// expect: unsupported
// lines: 8
// launch: --blockDim 8 --gridDim 1
// oracle: skip surfaces are not executed
// about: Surfaces are not understood.

__global__ void k(cudaSurfaceObject_t surface) {
  surf1Dwrite((int)threadIdx.x, surface, threadIdx.x * 4);
}
