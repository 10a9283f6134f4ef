// Floats with the exponent of single precision and 8 bits of precision, in place of the toolkit's header of
// this name. They are the upper halves of floats; rounding is done on the bits.
#pragma once

// Headers of the toolkit include the one beside them.
#define __CUDA_BF16_H__

#include "narrow_floats.h"

struct __nv_bfloat16;
// Returns the bits, or those of a NaN if the float is a NaN.
LAUNCHPROOF_SHARED_FUNCTION unsigned short __launchproof_bf16(unsigned of, unsigned bits) {
  const unsigned none = (of & 0x7fffffffu) > 0x7f800000u ? 0xffffffffu : 0u;
  return (unsigned short)((bits & ~none) | (0x7fffu & none));
}
LAUNCHPROOF_SHARED_FUNCTION unsigned short __launchproof_bf16_rn(float a) {
  const unsigned bits = __builtin_bit_cast(unsigned, a);
  return __launchproof_bf16(bits, (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
LAUNCHPROOF_SHARED_FUNCTION unsigned short __launchproof_bf16_rz(float a) {
  const unsigned bits = __builtin_bit_cast(unsigned, a);
  return __launchproof_bf16(bits, bits >> 16);
}
LAUNCHPROOF_SHARED_FUNCTION unsigned short __launchproof_bf16_ru(float a) {
  const unsigned bits = __builtin_bit_cast(unsigned, a);
  return __launchproof_bf16(bits, (bits >> 16) + ((unsigned)((bits & 0xffffu) != 0) & ~(bits >> 31) & 1u));
}
LAUNCHPROOF_SHARED_FUNCTION unsigned short __launchproof_bf16_rd(float a) {
  const unsigned bits = __builtin_bit_cast(unsigned, a);
  return __launchproof_bf16(bits, (bits >> 16) + ((unsigned)((bits & 0xffffu) != 0) & (bits >> 31)));
}
// A float for which rounding to fewer bits gives the same result as rounding the operand: the operand
// truncated, with the last bit set if anything was cut off.
LAUNCHPROOF_FUNCTION float __launchproof_odd_float(double a) {
  const float cut = __double2float_rz(a);
  return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, cut) | (unsigned)((double)cut != a));
}
LAUNCHPROOF_FUNCTION double __launchproof_odd_double(long long a) {
  const double cut = __ll2double_rz(a);
  return __builtin_bit_cast(double,
                            __builtin_bit_cast(unsigned long long, cut) | ((long long)cut != a ? 1u : 0u));
}
LAUNCHPROOF_FUNCTION double __launchproof_odd_double(unsigned long long a) {
  const double cut = __ull2double_rz(a);
  return __builtin_bit_cast(
      double, __builtin_bit_cast(unsigned long long, cut) | ((unsigned long long)cut != a ? 1u : 0u));
}

struct __attribute__((aligned(2))) __nv_bfloat16_raw {
  unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
  unsigned short x, y;
};
struct __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float a) : __x(__launchproof_bf16_rn(a)) {}
  __host__ __device__ __nv_bfloat16(double a) : __x(__launchproof_bf16_rn(__launchproof_odd_float(a))) {}
  __host__ __device__ __nv_bfloat16(int a) : __nv_bfloat16((double)a) {}
  __host__ __device__ __nv_bfloat16(unsigned a) : __nv_bfloat16((double)a) {}
  __host__ __device__ __nv_bfloat16(short a) : __nv_bfloat16((double)a) {}
  __host__ __device__ __nv_bfloat16(unsigned short a) : __nv_bfloat16((double)a) {}
  __host__ __device__ __nv_bfloat16(long long a) : __nv_bfloat16(__launchproof_odd_double(a)) {}
  __host__ __device__ __nv_bfloat16(unsigned long long a) : __nv_bfloat16(__launchproof_odd_double(a)) {}
  __host__ __device__ __nv_bfloat16(long a) : __nv_bfloat16((long long)a) {}
  __host__ __device__ __nv_bfloat16(unsigned long a) : __nv_bfloat16((unsigned long long)a) {}
  __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw& a) : __x(a.x) {}
  __host__ __device__ operator __nv_bfloat16_raw() const { return {__x}; }
  __host__ __device__ operator __nv_bfloat16_raw() const volatile { return {__x}; }
  __host__ __device__ operator float() const { return __builtin_bit_cast(float, (unsigned)__x << 16); }
  __host__ __device__ explicit operator bool() const { return (__x & 0x7fff) != 0; }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw& a)
      : x(__nv_bfloat16_raw{a.x}), y(__nv_bfloat16_raw{a.y}) {}
  __host__ __device__ operator __nv_bfloat162_raw() const { return {x.__x, y.__x}; }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

LAUNCHPROOF_FUNCTION float __launchproof_widen(__nv_bfloat16 a) {
  return __builtin_bit_cast(float, (unsigned)a.__x << 16);
}
LAUNCHPROOF_FUNCTION __nv_bfloat16 __launchproof_bf16_of(unsigned short bits) {
  return __builtin_bit_cast(__nv_bfloat16, bits);
}
template <typename N>
static __device__ __forceinline__ N __launchproof_narrow(float);
template <>
__device__ __forceinline__ __nv_bfloat16 __launchproof_narrow<__nv_bfloat16>(float a) {
  return __launchproof_bf16_of(__launchproof_bf16_rn(a));
}
// Sums and products that the compiler may contract, in one place and not in another, as `mad` may be rounded.
LAUNCHPROOF_BUILTIN(float, __launchproof_mad, (float, float, float), "_Z3madfff");
LAUNCHPROOF_FUNCTION __nv_bfloat16 __launchproof_sum(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __launchproof_narrow<__nv_bfloat16>(
      __launchproof_mad(__launchproof_widen(a), 1.0f, __launchproof_widen(b)));
}
LAUNCHPROOF_FUNCTION __nv_bfloat16 __launchproof_difference(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __launchproof_narrow<__nv_bfloat16>(
      __launchproof_mad(__launchproof_widen(b), -1.0f, __launchproof_widen(a)));
}
LAUNCHPROOF_FUNCTION __nv_bfloat16 __launchproof_product(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __launchproof_narrow<__nv_bfloat16>(
      __launchproof_mad(__launchproof_widen(a), __launchproof_widen(b), -0.0f));
}

#define LAUNCHPROOF_TO_BFLOAT16(mode)                                                     \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __float2bfloat16_##mode(float a) {                   \
    return __launchproof_bf16_of(__launchproof_bf16_##mode(a));                           \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __int2bfloat16_##mode(int a) {                       \
    return __float2bfloat16_##mode(__launchproof_odd_float((double)a));                   \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __uint2bfloat16_##mode(unsigned a) {                 \
    return __float2bfloat16_##mode(__launchproof_odd_float((double)a));                   \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __short2bfloat16_##mode(short a) {                   \
    return __float2bfloat16_##mode((float)a);                                             \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __ushort2bfloat16_##mode(unsigned short a) {         \
    return __float2bfloat16_##mode((float)a);                                             \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __ll2bfloat16_##mode(long long a) {                  \
    return __float2bfloat16_##mode(__launchproof_odd_float(__launchproof_odd_double(a))); \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION __nv_bfloat16 __ull2bfloat16_##mode(unsigned long long a) {        \
    return __float2bfloat16_##mode(__launchproof_odd_float(__launchproof_odd_double(a))); \
  }
LAUNCHPROOF_TO_BFLOAT16(rn)
LAUNCHPROOF_TO_BFLOAT16(rz)
LAUNCHPROOF_TO_BFLOAT16(ru)
LAUNCHPROOF_TO_BFLOAT16(rd)
#undef LAUNCHPROOF_TO_BFLOAT16
LAUNCHPROOF_FUNCTION __nv_bfloat16 __double2bfloat16(double a) {
  return __float2bfloat16_rn(__launchproof_odd_float(a));
}

LAUNCHPROOF_NARROW_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
LAUNCHPROOF_NARROW_RELATIONS(__nv_bfloat16, __nv_bfloat162)
LAUNCHPROOF_NARROW_ARITHMETIC(__nv_bfloat16, __nv_bfloat162)
LAUNCHPROOF_NARROW_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
LAUNCHPROOF_NARROW_OPERATORS(__nv_bfloat16, __nv_bfloat162)
LAUNCHPROOF_NARROW_SHUFFLES(__nv_bfloat16, unsigned short)
LAUNCHPROOF_NARROW_SHUFFLES(__nv_bfloat162, unsigned)

// Declared without a body: no built-in function adds floats of this type.
__device__ __nv_bfloat16 atomicAdd(__nv_bfloat16*, __nv_bfloat16);
__device__ __nv_bfloat162 atomicAdd(__nv_bfloat162*, __nv_bfloat162);
