// expect: unsupported
// lines: 8
// launch: --blockDim 8 --gridDim 1 --buffer out=8
// oracle: skip it has no surfaces
// about: The handle of a surface is used as a number.

__global__ void k(cudaSurfaceObject_t s, unsigned long long* out) {
  surf1Dwrite((int)threadIdx.x, s, threadIdx.x * 4);
  if (threadIdx.x == 0) *out = s;
}
