// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=32
// sibling: called_pointer_known_race.cu
// oracle: skip it follows no pointers to functions
// about: a variable points to one function, which accesses memory

typedef void (*Store)(int*);
__device__ void store(int* out) { out[threadIdx.x] = threadIdx.x; }
__global__ void k(int* out) {
  Store f = store;
  f(out);
}
