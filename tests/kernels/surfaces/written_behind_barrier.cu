// expect: verified
// launch: --blockDim 8 --gridDim 1 --image s=8x1:R,SIGNED_INT32
// sibling: written_without_barrier.cu
// oracle: skip it has no surfaces
// about: A barrier orders a read and the write of another thread behind it.

__global__ void k(cudaSurfaceObject_t s) {
  int x = threadIdx.x;
  int value = surf2Dread<int>(s, (7 - x) * 4, 0);
  __syncthreads();
  surf2Dwrite(value + x, s, x * 4, 0);
}
