// expect: unsupported
// lines: 10
// launch: --blockDim 8 --gridDim 1
// oracle: skip it follows no pointers to functions
// about: the address of a function decides where threads write

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ Place host_reads = twice;
__global__ void k(int* out, Place place) { out[threadIdx.x + (size_t)place % 8] = place(threadIdx.x); }
