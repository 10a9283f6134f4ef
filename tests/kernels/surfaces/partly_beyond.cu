// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --blockDim 8 --gridDim 1 --image s=33:R,UNSIGNED_INT8
// oracle: skip it has no surfaces
// about: An access that begins inside of a row reaches beyond its end.

__global__ void k(cudaSurfaceObject_t s) {
  surf1Dwrite((int)threadIdx.x, s, threadIdx.x * 4 + 2);
}
