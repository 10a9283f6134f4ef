// expect: unsupported
// lines: 10
// launch: --blockDim 8 --gridDim 1
// oracle: skip it follows no pointers to functions
// about: memory of the launch holds pointers to functions

typedef int (*Place)(int);
__device__ int twice(int i) { return 2 * i; }
__device__ Place host_writes = twice;
__global__ void k(int* out, Place* places) { out[places[0](threadIdx.x)] = host_writes != nullptr; }
