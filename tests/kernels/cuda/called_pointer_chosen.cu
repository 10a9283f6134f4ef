// expect: verified
// launch: --blockDim 8 --gridDim 1 --buffer out=64
// sibling: called_pointer_chosen_pair.cu
// oracle: skip it follows no pointers to functions
// about: an argument chooses between two functions, which a device function gets as an argument

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i + 1; }
__device__ void put(int* out, Place place) { out[place(threadIdx.x)] = threadIdx.x; }
__global__ void k(int* out, int which) {
  put(out, which > 3 ? twice : next);
}
