// expect: unsupported
// lines: 11
// launch: --blockDim 8 --gridDim 1 --image s=8x1:R,SIGNED_INT32
// oracle: skip it has no surfaces
// about: The read of the second iteration comes behind the write of the first one.

__global__ void k(cudaSurfaceObject_t s) {
  int x = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    __syncthreads();
    int value = surf2Dread<int>(s, (x ^ i) * 4, 0);
    __syncthreads();
    surf2Dwrite(value + 1, s, x * 4, 0);
  }
}
