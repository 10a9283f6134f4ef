// expect: verified
// launch: --blockDim 8,4 --gridDim 2,2 --image s=16x8:R,FLOAT
// sibling: row_too_short.cu
// oracle: skip it has no surfaces
// about: Each thread writes one element of a surface; x counts bytes.

__global__ void k(cudaSurfaceObject_t s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  surf2Dwrite((float)x, s, x * 4, y);
}
