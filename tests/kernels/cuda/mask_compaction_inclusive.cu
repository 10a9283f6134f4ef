// expect: possible-defect
// property: data-race
// lines: 13
// launch: --blockDim 32 --gridDim 1 --buffer in=128 --buffer out=68
// about: Threads that vote against it write, too.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(const int* in, int* out) {
  const unsigned lane = threadIdx.x;
  if (lane < 16) {
    const int v = in[lane];
    const unsigned votes = __ballot_sync(0xffffu, v >= 0);
    out[__popc(votes & ((1u << lane) - 1))] = v;
  }
}
