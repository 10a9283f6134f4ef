// expect: possible-defect
// property: out-of-bounds
// lines: 11
// launch: --blockDim 16 --gridDim 1 --image s=8:R,SIGNED_INT32 --buffer out=64
// oracle: skip it has no surfaces
// about: Inside of the surface, any value may be read.

__global__ void k(cudaSurfaceObject_t s, int* out) {
  int x = threadIdx.x;
  int inside = surf1Dread<int>(s, (x & 7) * 4, cudaBoundaryModeZero);
  out[x + inside] = x;
}
