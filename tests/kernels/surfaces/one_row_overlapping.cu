// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 8 --gridDim 1
// oracle: skip it has no surfaces
// about: Elements of four bytes lie two bytes apart.

__global__ void k(cudaSurfaceObject_t surface) {
  surf1Dwrite((int)threadIdx.x, surface, threadIdx.x * 2);
}
