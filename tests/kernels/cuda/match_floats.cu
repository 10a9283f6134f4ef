// expect: verified
// sibling: match_floats_as_integers.cu
// launch: --blockDim 32 --gridDim 1 --buffer out=128
// about: Floats match where their bits do, so that each thread is alone.
// replay: skip which threads hold one value is not computed

__global__ void k(int* out) {
  const unsigned peers = __match_any_sync(0xffffffffu, __int_as_float(threadIdx.x));
  out[__ffs(peers) - 1] = threadIdx.x;
}
