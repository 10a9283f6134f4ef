// expect: verified
// sibling: masked_votes_beyond.cu
// launch: --blockDim 64 --gridDim 1 --buffer in=256 --buffer out=256
// about: Those that vote for it come to the shuffle for which the ballot is the mask.
// replay: skip masks that are not constant are not replayed

__global__ void k(const int* in, int* out) {
  const int v = in[threadIdx.x];
  const unsigned mask = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) out[threadIdx.x] = __shfl_sync(mask, v, __ffs(mask) - 1);
}
