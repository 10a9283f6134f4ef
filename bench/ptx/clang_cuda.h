// The declarations that Clang needs to compile small CUDA kernels to PTX where no CUDA toolkit is installed:
// qualifiers, vectors, built-in variables and the usual functions of device code. Kernels that use others do
// not compile.
#pragma once

#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define CLANG_CUDA_FUNCTION static __device__ __forceinline__

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef __SIZE_TYPE__ size_t;
typedef __INT8_TYPE__ int8_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;

#define CLANG_CUDA_VECTORS(type, name)                                                       \
  struct name##1 {                                                                           \
    type x;                                                                                  \
  };                                                                                         \
  struct __align__(2 * sizeof(type)) name##2 {                                               \
    type x, y;                                                                               \
  };                                                                                         \
  struct name##3 {                                                                           \
    type x, y, z;                                                                            \
  };                                                                                         \
  struct __align__(sizeof(type) == 8 ? 16 : 4 * sizeof(type)) name##4 {                      \
    type x, y, z, w;                                                                         \
  };                                                                                         \
  static __host__ __device__ inline name##2 make_##name##2(type x, type y) {                 \
    return {x, y};                                                                           \
  }                                                                                          \
  static __host__ __device__ inline name##3 make_##name##3(type x, type y, type z) {         \
    return {x, y, z};                                                                        \
  }                                                                                          \
  static __host__ __device__ inline name##4 make_##name##4(type x, type y, type z, type w) { \
    return {x, y, z, w};                                                                     \
  }
CLANG_CUDA_VECTORS(char, char)
CLANG_CUDA_VECTORS(unsigned char, uchar)
CLANG_CUDA_VECTORS(short, short)
CLANG_CUDA_VECTORS(unsigned short, ushort)
CLANG_CUDA_VECTORS(int, int)
CLANG_CUDA_VECTORS(unsigned int, uint)
CLANG_CUDA_VECTORS(long long, longlong)
CLANG_CUDA_VECTORS(float, float)
CLANG_CUDA_VECTORS(double, double)
#undef CLANG_CUDA_VECTORS

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

#include <__clang_cuda_builtin_vars.h>

CLANG_CUDA_FUNCTION int __syncthreads_count(int p) {
  return __nvvm_bar0_popc(p);
}
CLANG_CUDA_FUNCTION int __syncthreads_and(int p) {
  return __nvvm_bar0_and(p);
}
CLANG_CUDA_FUNCTION int __syncthreads_or(int p) {
  return __nvvm_bar0_or(p);
}
CLANG_CUDA_FUNCTION void __syncwarp(unsigned mask = ~0U) {
  __nvvm_bar_warp_sync(mask);
}
CLANG_CUDA_FUNCTION void __threadfence() {
  __nvvm_membar_gl();
}
CLANG_CUDA_FUNCTION void __threadfence_block() {
  __nvvm_membar_cta();
}
CLANG_CUDA_FUNCTION void __threadfence_system() {
  __nvvm_membar_sys();
}
CLANG_CUDA_FUNCTION void __trap() {
  __builtin_trap();
}

CLANG_CUDA_FUNCTION int atomicAdd(int* p, int v) {
  return __nvvm_atom_add_gen_i(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicAdd(unsigned* p, unsigned v) {
  return __nvvm_atom_add_gen_i((int*)p, v);
}
CLANG_CUDA_FUNCTION float atomicAdd(float* p, float v) {
  return __nvvm_atom_add_gen_f(p, v);
}
CLANG_CUDA_FUNCTION unsigned long long atomicAdd(unsigned long long* p, unsigned long long v) {
  return __nvvm_atom_add_gen_ll((long long*)p, v);
}
CLANG_CUDA_FUNCTION int atomicSub(int* p, int v) {
  return __nvvm_atom_add_gen_i(p, -v);
}
CLANG_CUDA_FUNCTION unsigned atomicSub(unsigned* p, unsigned v) {
  return __nvvm_atom_add_gen_i((int*)p, 0 - v);
}
CLANG_CUDA_FUNCTION int atomicMax(int* p, int v) {
  return __nvvm_atom_max_gen_i(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicMax(unsigned* p, unsigned v) {
  return __nvvm_atom_max_gen_ui(p, v);
}
CLANG_CUDA_FUNCTION int atomicMin(int* p, int v) {
  return __nvvm_atom_min_gen_i(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicMin(unsigned* p, unsigned v) {
  return __nvvm_atom_min_gen_ui(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicInc(unsigned* p, unsigned v) {
  return __nvvm_atom_inc_gen_ui(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicDec(unsigned* p, unsigned v) {
  return __nvvm_atom_dec_gen_ui(p, v);
}
CLANG_CUDA_FUNCTION int atomicExch(int* p, int v) {
  return __nvvm_atom_xchg_gen_i(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicExch(unsigned* p, unsigned v) {
  return __nvvm_atom_xchg_gen_i((int*)p, v);
}
CLANG_CUDA_FUNCTION int atomicCAS(int* p, int c, int v) {
  return __nvvm_atom_cas_gen_i(p, c, v);
}
CLANG_CUDA_FUNCTION unsigned atomicCAS(unsigned* p, unsigned c, unsigned v) {
  return __nvvm_atom_cas_gen_i((int*)p, c, v);
}
CLANG_CUDA_FUNCTION int atomicOr(int* p, int v) {
  return __nvvm_atom_or_gen_i(p, v);
}
CLANG_CUDA_FUNCTION unsigned atomicOr(unsigned* p, unsigned v) {
  return __nvvm_atom_or_gen_i((int*)p, v);
}
CLANG_CUDA_FUNCTION int atomicAnd(int* p, int v) {
  return __nvvm_atom_and_gen_i(p, v);
}
CLANG_CUDA_FUNCTION int atomicXor(int* p, int v) {
  return __nvvm_atom_xor_gen_i(p, v);
}

CLANG_CUDA_FUNCTION unsigned __ballot_sync(unsigned mask, int p) {
  return __nvvm_vote_ballot_sync(mask, p);
}
CLANG_CUDA_FUNCTION int __all_sync(unsigned mask, int p) {
  return __nvvm_vote_all_sync(mask, p);
}
CLANG_CUDA_FUNCTION int __any_sync(unsigned mask, int p) {
  return __nvvm_vote_any_sync(mask, p);
}
CLANG_CUDA_FUNCTION unsigned __activemask() {
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

#define CLANG_CUDA_SHUFFLE(function, place, builtin, clamp)                                      \
  CLANG_CUDA_FUNCTION int function(unsigned mask, int v, place lane, int width = 32) {           \
    return __nvvm_shfl_sync_##builtin##_i32(mask, v, lane, ((32 - width) << 8) | clamp);         \
  }                                                                                              \
  CLANG_CUDA_FUNCTION unsigned function(unsigned mask, unsigned v, place lane, int width = 32) { \
    return __nvvm_shfl_sync_##builtin##_i32(mask, v, lane, ((32 - width) << 8) | clamp);         \
  }                                                                                              \
  CLANG_CUDA_FUNCTION float function(unsigned mask, float v, place lane, int width = 32) {       \
    return __nvvm_shfl_sync_##builtin##_f32(mask, v, lane, ((32 - width) << 8) | clamp);         \
  }
CLANG_CUDA_SHUFFLE(__shfl_sync, int, idx, 31)
CLANG_CUDA_SHUFFLE(__shfl_xor_sync, int, bfly, 31)
CLANG_CUDA_SHUFFLE(__shfl_down_sync, unsigned, down, 31)
CLANG_CUDA_SHUFFLE(__shfl_up_sync, unsigned, up, 0)
#undef CLANG_CUDA_SHUFFLE

#define CLANG_CUDA_REDUCTION(function, type, suffix)                                      \
  CLANG_CUDA_FUNCTION type function(unsigned mask, type v) {                              \
    type result;                                                                          \
    asm volatile("redux.sync." suffix " %0, %1, %2;" : "=r"(result) : "r"(v), "r"(mask)); \
    return result;                                                                        \
  }
CLANG_CUDA_REDUCTION(__reduce_add_sync, int, "add.s32")
CLANG_CUDA_REDUCTION(__reduce_add_sync, unsigned, "add.u32")
CLANG_CUDA_REDUCTION(__reduce_max_sync, int, "max.s32")
CLANG_CUDA_REDUCTION(__reduce_max_sync, unsigned, "max.u32")
CLANG_CUDA_REDUCTION(__reduce_min_sync, int, "min.s32")
CLANG_CUDA_REDUCTION(__reduce_min_sync, unsigned, "min.u32")
#undef CLANG_CUDA_REDUCTION

CLANG_CUDA_FUNCTION int __popc(unsigned v) {
  return __builtin_popcount(v);
}
CLANG_CUDA_FUNCTION int __clz(int v) {
  return v == 0 ? 32 : __builtin_clz(v);
}
CLANG_CUDA_FUNCTION int __ffs(int v) {
  return __builtin_ffs(v);
}
CLANG_CUDA_FUNCTION unsigned __brev(unsigned v) {
  return __builtin_bitreverse32(v);
}
CLANG_CUDA_FUNCTION int __mul24(int a, int b) {
  return ((a << 8) >> 8) * ((b << 8) >> 8);
}
CLANG_CUDA_FUNCTION unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
CLANG_CUDA_FUNCTION int min(int a, int b) {
  return a < b ? a : b;
}
CLANG_CUDA_FUNCTION int max(int a, int b) {
  return a > b ? a : b;
}
CLANG_CUDA_FUNCTION unsigned min(unsigned a, unsigned b) {
  return a < b ? a : b;
}
CLANG_CUDA_FUNCTION unsigned max(unsigned a, unsigned b) {
  return a > b ? a : b;
}
CLANG_CUDA_FUNCTION int abs(int v) {
  return v < 0 ? -v : v;
}
CLANG_CUDA_FUNCTION float sqrtf(float v) {
  return __nvvm_sqrt_rn_f(v);
}
CLANG_CUDA_FUNCTION float rsqrtf(float v) {
  return __nvvm_rsqrt_approx_f(v);
}
CLANG_CUDA_FUNCTION float fabsf(float v) {
  return __builtin_fabsf(v);
}
CLANG_CUDA_FUNCTION float fmaf(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
CLANG_CUDA_FUNCTION float fminf(float a, float b) {
  return __builtin_fminf(a, b);
}
CLANG_CUDA_FUNCTION float fmaxf(float a, float b) {
  return __builtin_fmaxf(a, b);
}

#undef CLANG_CUDA_FUNCTION
