// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: assembly_of_warp_barriers.cu
// oracle: skip inline assembly is not executed
// about: Inline assembly waits for the block, and then for the warp.

__global__ void k(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 0;" ::: "memory");
  const int other = s[63 - t];
  asm volatile("bar.sync 0;" ::: "memory");
  s[t] = other;
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  out[t] = s[t ^ 1];
}
