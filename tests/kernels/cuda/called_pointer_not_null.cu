// expect: verified
// sibling: called_pointer_null.cu
// launch: --blockDim 8 --gridDim 1
// oracle: skip it follows no pointers to functions
// about: an argument chooses between a function and none, and only the function is called

typedef void (*Store)(int*);
__device__ void store(int* out) { out[threadIdx.x] = threadIdx.x; }
__device__ Store host_reads = store;
__global__ void k(int* out, int which) {
  Store f = which == 0 ? store : nullptr;
  if (f) f(out);
}
