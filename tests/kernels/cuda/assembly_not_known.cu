// expect: unsupported
// lines: 8
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// about: The number of a thread's warp in the multiprocessor may change, and is not followed.

__global__ void k(unsigned* out) {
  unsigned warp;
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  out[threadIdx.x] = warp;
}
