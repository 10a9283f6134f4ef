// expect: verified
// sibling: mask_own_lane_of_others.cu
// launch: --blockDim 32 --gridDim 1 --buffer out=64
// about: A thread that shuffles from its own lane in half of the warp gets its own value.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  if (threadIdx.x < 16) out[__shfl_sync(0xffffu, (int)threadIdx.x, threadIdx.x)] = threadIdx.x;
}
