// expect: possible-defect
// property: data-race
// lines: 10
// launch: --blockDim 16 --gridDim 1
// oracle: skip it has no surfaces
// replay: skip the size of the surface is not given
// about: Where a clamped coordinate lies depends on the size, which is not given.

__global__ void k(cudaSurfaceObject_t s) {
  surf2Dwrite((int)threadIdx.x, s, threadIdx.x * 4, 1, cudaBoundaryModeClamp);
}
