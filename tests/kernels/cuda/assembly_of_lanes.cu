// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: assembly_of_lanes_before.cu
// oracle: skip inline assembly is not executed
// about: Inline assembly reads the lane, and a mask of lanes.

__global__ void k(unsigned* out) {
  unsigned lane, own;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(own));
  out[(threadIdx.x & ~31u) + lane] = own;
}
