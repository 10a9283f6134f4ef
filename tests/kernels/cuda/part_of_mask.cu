// expect: unsupported
// lines: 8
// launch: --blockDim 32 --gridDim 1 --buffer out=128
// about: A mask that names a part of the warp is not understood, though each half is of one mind.

__global__ void k(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v += __shfl_xor_sync(0xffffu, v, 1);
  out[threadIdx.x] = v;
}
