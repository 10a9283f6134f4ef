// expect: unsupported
// lines: 8
// launch: --blockDim 8 --gridDim 1
// oracle: skip it has no surfaces
// about: Which array a handle names that is read from memory is not known.

__global__ void k(cudaSurfaceObject_t* surfaces) {
  surf1Dwrite((int)threadIdx.x, surfaces[0], threadIdx.x * 4);
}
