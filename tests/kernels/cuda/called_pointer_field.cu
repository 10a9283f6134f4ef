// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=64
// sibling: called_pointer_field_pair.cu
// oracle: skip it follows no pointers to functions
// about: a structure that the kernel gets holds a pointer to a function

typedef int (*Place)(int);
struct Step {
  Place place;
  long by;
};
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i + 1; }
__device__ Place host_reads[2] = {twice, next};
__global__ void k(int* out, Step step) {
  out[step.place(threadIdx.x)] = threadIdx.x + step.by;
}
