// expect: defect
// launch: --blockDim 8 --gridDim 1 --buffer out=64 --arg which=1
// property: data-race
// lines: 13
// oracle: skip it follows no pointers to functions
// about: an argument chooses a function from a constant table

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ int next(int i) { return i / 2; }
__device__ const Place places[4] = {twice, next, twice, next};
__global__ void k(int* out, int which) {
  out[places[which & 3](threadIdx.x)] = threadIdx.x;
}
