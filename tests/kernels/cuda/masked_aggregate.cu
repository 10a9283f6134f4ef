// expect: verified
// sibling: masked_aggregate_beyond.cu
// launch: --blockDim 64 --gridDim 2 --arg n=100 --buffer counter=4 --buffer out=512
// about: The threads that are together at one call elect a leader, which counts for all of them; each comes to the shuffle.
// replay: skip masks that are not constant are not replayed
// oracle: skip its headers lack `__activemask`

__global__ void k(unsigned* counter, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned mask = __activemask();
    const int leader = __ffs(mask) - 1;
    unsigned first = 0;
    if (threadIdx.x % 32 == leader) first = atomicAdd(counter, __popc(mask));
    first = __shfl_sync(mask, first, leader);
    out[i] = first;
  }
}
