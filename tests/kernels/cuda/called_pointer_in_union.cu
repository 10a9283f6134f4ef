// expect: unsupported
// lines: 11
// launch: --blockDim 8 --gridDim 1
// oracle: skip it follows no pointers to functions
// about: a union that the kernel gets may hold a pointer to a function

typedef int (*Place)(int);
union Either { long number; Place place; };
__device__ int twice(int i) { return 2 * i; }
__device__ Place host_reads = twice;
__global__ void k(int* out, Either either) {
  out[either.place(threadIdx.x)] = threadIdx.x;
}
