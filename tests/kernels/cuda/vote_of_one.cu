// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer in=256 --buffer out=8
// sibling: vote_of_one_or_two.cu
// about: The first thread that votes writes for its warp.

__global__ void k(const int* in, int* out) {
  const int lane = threadIdx.x & 31;
  const bool found = in[threadIdx.x] > 0;
  const unsigned votes = __ballot_sync(0xffffffffu, found);
  if (found && (votes & ((1u << lane) - 1)) == 0) out[threadIdx.x / 32] = lane;
}
