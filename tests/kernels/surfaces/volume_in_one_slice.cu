// expect: defect
// property: data-race
// lines: 9
// launch: --blockDim 4,4,2 --gridDim 1 --image s=4x4x2:R,UNSIGNED_INT16
// oracle: skip it has no surfaces
// about: The threads of two slices write to one.

__global__ void k(cudaSurfaceObject_t s) {
  surf3Dwrite((unsigned short)threadIdx.z, s, threadIdx.x * 2, threadIdx.y, 0);
}
