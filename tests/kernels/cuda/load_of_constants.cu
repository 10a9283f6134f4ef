// expect: verified
// sibling: load_of_constants_past_end.cu
// launch: --blockDim 32 --gridDim 1 --buffer a=128 --buffer b=128
// about: Loads by `__ldg` are loads where the kernel writes to other memory.

__global__ void k(int* a, const int* b) {
  a[threadIdx.x] = __ldg(&b[threadIdx.x]) + 1;
}
