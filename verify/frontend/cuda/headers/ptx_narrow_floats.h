// Operations that programs made of PTX with floats of 16 bits are written with (verify/frontend/ptx).
// Registers hold their bits, or those of a pair.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

template <typename N>
static __device__ __forceinline__ N ptx_narrow(unsigned short bits) {
  return __builtin_bit_cast(N, bits);
}
template <typename N>
static __device__ __forceinline__ unsigned short ptx_bits(N value) {
  return __builtin_bit_cast(unsigned short, value);
}
template <typename N>
static __device__ __forceinline__ float ptx_widened(unsigned short bits) {
  return __launchproof_widen(ptx_narrow<N>(bits));
}
static __device__ __forceinline__ unsigned short ptx_low(unsigned int pair) {
  return (unsigned short)pair;
}
static __device__ __forceinline__ unsigned short ptx_high(unsigned int pair) {
  return (unsigned short)(pair >> 16);
}
static __device__ __forceinline__ unsigned int ptx_pair(unsigned short low, unsigned short high) {
  return (unsigned int)high << 16 | low;
}

#define PTX_NARROW_ONE(name, expression)                                           \
  template <typename N>                                                            \
  static __device__ __forceinline__ unsigned short ptx_##name(unsigned short x) {  \
    const N a = ptx_narrow<N>(x);                                                  \
    return ptx_bits<N>(expression);                                                \
  }                                                                                \
  template <typename N>                                                            \
  static __device__ __forceinline__ unsigned int ptx_##name##_x2(unsigned int x) { \
    return ptx_pair(ptx_##name<N>(ptx_low(x)), ptx_##name<N>(ptx_high(x)));        \
  }
#define PTX_NARROW_TWO(name, expression)                                                             \
  template <typename N>                                                                              \
  static __device__ __forceinline__ unsigned short ptx_##name(unsigned short x, unsigned short y) {  \
    const N a = ptx_narrow<N>(x), b = ptx_narrow<N>(y);                                              \
    return ptx_bits<N>(expression);                                                                  \
  }                                                                                                  \
  template <typename N>                                                                              \
  static __device__ __forceinline__ unsigned int ptx_##name##_x2(unsigned int x, unsigned int y) {   \
    return ptx_pair(ptx_##name<N>(ptx_low(x), ptx_low(y)), ptx_##name<N>(ptx_high(x), ptx_high(y))); \
  }
PTX_NARROW_ONE(neg, __hneg(a))
PTX_NARROW_ONE(abs, __habs(a))
PTX_NARROW_ONE(ex2, __launchproof_narrow<N>(exp2f(__launchproof_widen(a))))
PTX_NARROW_ONE(tanh, __launchproof_narrow<N>(tanhf(__launchproof_widen(a))))
PTX_NARROW_TWO(add, __hadd(a, b))
PTX_NARROW_TWO(sub, __hsub(a, b))
PTX_NARROW_TWO(mul, __hmul(a, b))
PTX_NARROW_TWO(min, __hmin(a, b))
PTX_NARROW_TWO(max, __hmax(a, b))
#undef PTX_NARROW_ONE
#undef PTX_NARROW_TWO
template <typename N>
static __device__ __forceinline__ unsigned short ptx_fma(unsigned short a, unsigned short b,
                                                         unsigned short c) {
  return ptx_bits<N>(__hfma(ptx_narrow<N>(a), ptx_narrow<N>(b), ptx_narrow<N>(c)));
}
template <typename N>
static __device__ __forceinline__ unsigned int ptx_fma_x2(unsigned int a, unsigned int b, unsigned int c) {
  return ptx_pair(ptx_fma<N>(ptx_low(a), ptx_low(b), ptx_low(c)),
                  ptx_fma<N>(ptx_high(a), ptx_high(b), ptx_high(c)));
}
