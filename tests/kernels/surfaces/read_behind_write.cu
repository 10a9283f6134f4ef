// expect: unsupported
// lines: 12
// launch: --blockDim 8 --gridDim 1 --image s=8x1:R,SIGNED_INT32 --buffer out=32
// oracle: skip it has no surfaces
// about: Even behind a barrier, what a read finds that the launch has written is undefined (CUDA C++ Programming
//        Guide, "Read/Write Coherency").

__global__ void k(cudaSurfaceObject_t s, int* out) {
  int x = threadIdx.x;
  surf2Dwrite(x, s, x * 4, 0);
  __syncthreads();
  out[x] = surf2Dread<int>(s, (7 - x) * 4, 0);
}
