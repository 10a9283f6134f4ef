// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 16 --gridDim 1 --image s=15x4:R,SIGNED_INT32
// oracle: skip it has no surfaces
// about: Beyond the end, a clamped write goes to the last element.

__global__ void k(cudaSurfaceObject_t s) {
  surf2Dwrite((int)threadIdx.x, s, threadIdx.x * 4, 1, cudaBoundaryModeClamp);
}
