// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=64
// sibling: called_pointer_parameter_any.cu
// replay: skip what is made up names no function of the program
// oracle: skip it follows no pointers to functions
// about: a precondition says which functions a parameter may point to, and all of these give distinct places

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i + 1; }
__device__ int pair(int i) { return i / 2; }
__global__ void k(int* out, Place place) {
  __requires(place == twice | place == next);
  __requires(place != pair);
  out[place(threadIdx.x)] = threadIdx.x;
}
