// expect: defect
// property: data-race
// lines: 11
// launch: --blockDim 64 --gridDim 1 --buffer in=256 --buffer out=8
// about: The second thread that votes writes too where it follows the first.

__global__ void k(const int* in, int* out) {
  const int lane = threadIdx.x & 31;
  const bool found = in[threadIdx.x] > 0;
  const unsigned votes = __ballot_sync(0xffffffffu, found);
  if (found && (votes & ((1u << lane) / 2 - 1)) == 0) out[threadIdx.x / 32] = lane;
}
