// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=128
// about: The own vote counts too, so that the last place may be past the end of the warp's part.

__global__ void compact(const int* in, int* out) {
  const unsigned lane = threadIdx.x & 31;
  const int v = in[lane];
  const unsigned votes = __ballot_sync(0xffffffffu, v >= 0);
  const int place = __popc(votes & ((1u << lane) - 1));
  if (v >= 0) out[place + 1] = v;
}
