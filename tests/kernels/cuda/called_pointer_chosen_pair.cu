// expect: defect
// launch: --blockDim 8 --gridDim 1 --buffer out=64
// property: data-race
// lines: 11
// oracle: skip it follows no pointers to functions
// about: an argument chooses between two functions, one of which gives two threads one place

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i / 2; }
__device__ void put(int* out, Place place) { out[place(threadIdx.x)] = threadIdx.x; }
__global__ void k(int* out, int which) {
  put(out, which > 3 ? twice : next);
}
