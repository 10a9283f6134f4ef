// expect: verified
// sibling: together_places_inclusive.cu
// launch: --blockDim 32 --gridDim 1 --arg n=20 --buffer leaders=128 --buffer out=4096
// about: The threads that are together are told apart by their leader and their rank, and all of them get their leader's lane.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack `__activemask`

__global__ void k(int* out, int* leaders, int n) {
  const int lane = threadIdx.x;
  if (lane < n) {
    const unsigned mask = __activemask();
    const int leader = __ffs(mask) - 1;
    const int rank = __popc(mask & ((1u << lane) - 1));
    if (rank == 0) leaders[leader] = lane;
    out[32 * leader + rank] = lane;
  }
}
