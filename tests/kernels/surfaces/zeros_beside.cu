// expect: verified
// launch: --blockDim 16 --gridDim 1 --image s=8:R,SIGNED_INT32 --buffer out=64
// sibling: zeros_beside_as_index.cu
// oracle: skip it has no surfaces
// about: Beside the surface, writes do nothing and reads yield zero.

__global__ void k(cudaSurfaceObject_t s, int* out) {
  int x = threadIdx.x;
  int beside = surf1Dread<int>(s, (x + 8) * 4, cudaBoundaryModeZero);
  out[x + beside] = x;
  surf1Dwrite(x, s, x * 4, cudaBoundaryModeZero);
  surf1Dwrite(x, s, -4, cudaBoundaryModeZero);
}
