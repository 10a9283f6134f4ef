// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: lane_by_lane.cu
// about: A branch that whole warps take may hold a shuffle.

__global__ void k(int* out) {
  int v = threadIdx.x;
  if (threadIdx.x / 32 == 0)
    v = __shfl_sync(0xffffffffu, v, 0);
  out[threadIdx.x] = v;
}
