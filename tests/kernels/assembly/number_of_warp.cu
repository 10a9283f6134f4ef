// expect: verified
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// sibling: number_of_warp_as_index.cu
// oracle: skip source: inline assembly is executed as PTX alone
// about: The number of a thread's warp in the multiprocessor may change, and is any value.

__global__ void k(unsigned* out) {
  unsigned warp;
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  out[threadIdx.x] = warp;
}
