// expect: unknown
// property: barrier-divergence
// lines: 14
// launch: --blockDim 64 --gridDim 2 --arg n=100 --buffer counter=4 --buffer out=512
// about: Only some of the threads that the mask names come to the shuffle.
// replay: skip masks that are not constant are not replayed

__global__ void k(unsigned* counter, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned mask = __activemask();
    const int leader = __ffs(mask) - 1;
    unsigned first = 0;
    if (counter[0] > i) first = __shfl_sync(mask, first, leader);
    out[i] = first;
  }
}
