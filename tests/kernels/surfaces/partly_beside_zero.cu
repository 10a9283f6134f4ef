// expect: possible-defect
// property: data-race
// lines: 10
// launch: --blockDim 2 --gridDim 1 --image s=10:R,UNSIGNED_INT8
// oracle: skip it has no surfaces
// replay: skip an access partly beyond a row touches nothing there
// about: What an access does that lies partly beyond a row is not known where it is no error.

__global__ void k(cudaSurfaceObject_t s) {
  surf1Dwrite((int)threadIdx.x, s, 8, cudaBoundaryModeZero);
}
