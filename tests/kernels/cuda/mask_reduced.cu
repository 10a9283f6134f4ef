// expect: verified
// sibling: mask_reduced_own.cu
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=192
// about: All threads of the mask get one value from the reduction, which moves their places alike.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(const unsigned* in, int* out) {
  if (threadIdx.x < 16) {
    const unsigned most = __reduce_max_sync(0xffffu, in[threadIdx.x]) % 32;
    out[most + threadIdx.x] = 1 + threadIdx.x;
  }
}
