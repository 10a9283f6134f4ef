// expect: verified
// launch: --blockDim 8 --gridDim 1 --image s=32x1:R,UNSIGNED_INT8
// sibling: two_widths_overlapping.cu
// oracle: skip it has no surfaces
// about: Half of the threads write bytes, and the others words behind them.

__global__ void k(cudaSurfaceObject_t s) {
  if (threadIdx.x < 4)
    surf2Dwrite((unsigned char)threadIdx.x, s, threadIdx.x, 0);
  else
    surf2Dwrite((int)threadIdx.x, s, (threadIdx.x - 3) * 4, 0);
}
