// expect: verified
// launch: --blockDim 32,2 --gridDim 1 --buffer out=256
// sibling: part_of_mask_by_barrier_beyond.cu
// about: A barrier of half of each warp, where rows are warps.
// replay: skip masks of a part of the warp are not replayed

__global__ void k(int* out) {
  int i = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.x >= 16) __syncwarp(0xffff0000u);
  out[i] = 1;
}
