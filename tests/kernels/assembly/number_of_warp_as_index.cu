// expect: possible-defect
// property: data-race
// lines: 11
// launch: --blockDim 64 --gridDim 1 --buffer out=256
// oracle: skip source: inline assembly is executed as PTX alone
// about: As number_of_warp.cu, but the number is an index.

__global__ void k(unsigned* out) {
  unsigned warp;
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  out[warp & 63] = threadIdx.x;
}
