// expect: possible-defect
// property: data-race
// lines: 10
// launch: --blockDim 32 --gridDim 1 --buffer out=128
// about: Two threads hold the same float.
// replay: skip which threads hold one value is not computed

__global__ void k(int* out) {
  const unsigned peers = __match_any_sync(0xffffffffu, __int_as_float(threadIdx.x / 2));
  out[__ffs(peers) - 1] = threadIdx.x;
}
