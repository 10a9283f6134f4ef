// The declarations of CUDA that these kernels use, for Clang to compile them where no CUDA toolkit is
// installed. nvcc needs none of them.
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
