// expect: defect
// property: data-race
// lines: 10 12
// launch: --blockDim 8 --gridDim 1 --image s=32x1:R,UNSIGNED_INT8
// oracle: skip it has no surfaces
// about: The last byte lies in the first word.

__global__ void k(cudaSurfaceObject_t s) {
  if (threadIdx.x < 4)
    surf2Dwrite((unsigned char)threadIdx.x, s, threadIdx.x + 1, 0);
  else
    surf2Dwrite((int)threadIdx.x, s, (threadIdx.x - 3) * 4, 0);
}
