// expect: verified
// launch: --blockDim 2 --gridDim 1 --image s=10:R,UNSIGNED_INT8
// sibling: partly_beside_zero.cu
// oracle: skip it has no surfaces
// about: An access that lies wholly beyond a row touches nothing.

__global__ void k(cudaSurfaceObject_t s) {
  surf1Dwrite((int)threadIdx.x, s, 12, cudaBoundaryModeZero);
}
