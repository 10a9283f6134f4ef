// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=128
// sibling: called_pointer_field_pair.cu
// replay: skip what is made up names no function of the program
// oracle: skip it follows no pointers to functions
// about: a structure that the kernel gets holds pointers to functions

typedef int (*Place)(int);
struct Steps {
  Place first;
  Place second;
};
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i + 1; }
__device__ Place host_reads[2] = {twice, next};
__global__ void k(int* out, Steps steps) {
  out[steps.second(steps.first(threadIdx.x))] = threadIdx.x;
}
