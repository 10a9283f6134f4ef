// expect: defect
// property: data-race
// lines: 10 11
// launch: --blockDim 8 --gridDim 1 --image s=8x1:R,SIGNED_INT32
// oracle: skip it has no surfaces
// about: Nothing orders a read and the write of another thread.

__global__ void k(cudaSurfaceObject_t s) {
  int x = threadIdx.x;
  int value = surf2Dread<int>(s, (7 - x) * 4, 0);
  surf2Dwrite(value + x, s, x * 4, 0);
}
