// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// oracle: skip inline assembly is not executed
// about: A mask of lanes is no place.

__global__ void k(unsigned* out) {
  unsigned lane, own;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(own));
  out[(threadIdx.x & ~31u) + own] = lane;
}
