// expect: unsupported
// lines: 8
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: What a thread's warp is numbered in the multiprocessor may change, and is not followed.

__global__ void k(unsigned* out) {
  unsigned warp;
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  out[threadIdx.x] = warp;
}
