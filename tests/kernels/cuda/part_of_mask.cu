// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: part_of_mask_beyond.cu
// about: Each thread that the constant mask names comes to the shuffles, in each of the iterations, and no other one does.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x < 16)
    for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffffu, v, d);
  out[threadIdx.x] = v;
}
