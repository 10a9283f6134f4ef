// expect: unsupported
// lines: 8
// launch: --blockDim 8 --gridDim 1
// oracle: skip it has no surfaces
// about: Which of two surfaces is written is not followed.

__global__ void k(cudaSurfaceObject_t a, cudaSurfaceObject_t b, int first) {
  surf1Dwrite((int)threadIdx.x, first ? a : b, threadIdx.x * 4);
}
