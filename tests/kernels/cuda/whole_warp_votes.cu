// expect: verified
// launch: --blockDim 32 --gridDim 1 --buffer out=128
// sibling: part_of_warp_votes.cu
// about: All threads of the warp vote.

__global__ void k(int* out) {
  int v = 0;
  if (threadIdx.x < 32)
    v = __any_sync(0xffffffffu, threadIdx.x == 5);
  out[threadIdx.x] = v;
}
