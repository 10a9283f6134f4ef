// expect: verified
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=128
// sibling: ballot_compaction_inclusive.cu
// about: The votes of the lanes before count the places of a warp.

__global__ void compact(const int* in, int* out) {
  const unsigned lane = threadIdx.x & 31;
  const int v = in[lane];
  const unsigned votes = __ballot_sync(0xffffffffu, v >= 0);
  const int place = __popc(votes & ((1u << lane) - 1));
  if (v >= 0) out[place] = v;
}
