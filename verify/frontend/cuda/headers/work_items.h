// Built-in variables: which thread this is, and the sizes of the launch.
#pragma once

LAUNCHPROOF_BUILTIN(size_t, __launchproof_local_id, (unsigned), "_Z12get_local_idj");
LAUNCHPROOF_BUILTIN(size_t, __launchproof_group_id, (unsigned), "_Z12get_group_idj");
LAUNCHPROOF_BUILTIN(size_t, __launchproof_local_size, (unsigned), "_Z14get_local_sizej");
LAUNCHPROOF_BUILTIN(size_t, __launchproof_num_groups, (unsigned), "_Z14get_num_groupsj");

#define LAUNCHPROOF_VARIABLE(variable, builtin, wide)      \
  struct __launchproof_##variable {                        \
    __declspec(property(get = __x)) unsigned int x;        \
    __declspec(property(get = __y)) unsigned int y;        \
    __declspec(property(get = __z)) unsigned int z;        \
    static __device__ __forceinline__ unsigned int __x() { \
      return (unsigned int)builtin(0);                     \
    }                                                      \
    static __device__ __forceinline__ unsigned int __y() { \
      return (unsigned int)builtin(1);                     \
    }                                                      \
    static __device__ __forceinline__ unsigned int __z() { \
      return (unsigned int)builtin(2);                     \
    }                                                      \
    __device__ __forceinline__ operator uint3() const {    \
      return {__x(), __y(), __z()};                        \
    }                                                      \
    wide                                                   \
  };                                                       \
  extern const __device__ __attribute__((weak)) __launchproof_##variable variable;

#define LAUNCHPROOF_AS_DIM3                          \
  __device__ __forceinline__ operator dim3() const { \
    return dim3(__x(), __y(), __z());                \
  }

LAUNCHPROOF_VARIABLE(threadIdx, __launchproof_local_id, )
LAUNCHPROOF_VARIABLE(blockIdx, __launchproof_group_id, )
LAUNCHPROOF_VARIABLE(blockDim, __launchproof_local_size, LAUNCHPROOF_AS_DIM3)
LAUNCHPROOF_VARIABLE(gridDim, __launchproof_num_groups, LAUNCHPROOF_AS_DIM3)
#undef LAUNCHPROOF_VARIABLE
#undef LAUNCHPROOF_AS_DIM3

constexpr int warpSize = 32;
