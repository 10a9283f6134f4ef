// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --blockDim 8,4 --gridDim 2,2 --image s=15x8:R,FLOAT
// oracle: skip it has no surfaces
// about: The last element of a row lies beyond its end.

__global__ void k(cudaSurfaceObject_t s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  surf2Dwrite((float)x, s, x * 4, y);
}
