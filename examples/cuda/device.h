// The CUDA declarations that these kernels use, so that Clang can compile them without a CUDA toolkit. nvcc
// does not need them.
#pragma once

#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#include <__clang_cuda_builtin_vars.h>

static __device__ inline int min(int a, int b) {
  return a < b ? a : b;
}
static __device__ inline void __syncwarp() {
  __nvvm_bar_warp_sync(0xffffffff);
}
