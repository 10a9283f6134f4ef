// expect: verified
// launch: --blockDim 8 --gridDim 1
// sibling: one_row_overlapping.cu
// oracle: skip it has no surfaces
// about: Each thread writes an element of a surface of unknown size.

__global__ void k(cudaSurfaceObject_t surface) {
  surf1Dwrite((int)threadIdx.x, surface, threadIdx.x * 4);
}
