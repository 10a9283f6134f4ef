// Floats of half precision, in place of the toolkit's header of this name.
#pragma once

// Headers of the toolkit include the one beside them.
#define __CUDA_FP16_H__

#include "narrow_floats.h"

LAUNCHPROOF_BUILTIN(_Float16, __launchproof_half_rn, (double), "_Z16convert_half_rted");
#define LAUNCHPROOF_TO_HALF(from, F, letter, mode, rounding) \
  LAUNCHPROOF_BUILTIN(_Float16, __launchproof_##from##2half_##mode, (F), "_Z16convert_half_" rounding letter);
#define LAUNCHPROOF_TO_HALF_MODES(from, F, letter) \
  LAUNCHPROOF_TO_HALF(from, F, letter, rn, "rte")  \
  LAUNCHPROOF_TO_HALF(from, F, letter, rz, "rtz")  \
  LAUNCHPROOF_TO_HALF(from, F, letter, ru, "rtp")  \
  LAUNCHPROOF_TO_HALF(from, F, letter, rd, "rtn")
LAUNCHPROOF_TO_HALF_MODES(float, float, "f")
LAUNCHPROOF_TO_HALF_MODES(int, int, "i")
LAUNCHPROOF_TO_HALF_MODES(uint, unsigned int, "j")
LAUNCHPROOF_TO_HALF_MODES(short, short, "s")
LAUNCHPROOF_TO_HALF_MODES(ushort, unsigned short, "t")
LAUNCHPROOF_TO_HALF_MODES(ll, long long, "l")
LAUNCHPROOF_TO_HALF_MODES(ull, unsigned long long, "m")
#undef LAUNCHPROOF_TO_HALF

struct __attribute__((aligned(2))) __half_raw {
  unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
  unsigned short x, y;
};
struct __half {
  union {
    _Float16 __launchproof_value;
    unsigned short __x;  // the toolkit's name of the bits
  };
  __half() = default;
  __host__ __device__ __half(_Float16 a) : __launchproof_value(a) {}
  __host__ __device__ __half(float a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(double a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(int a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(unsigned a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(short a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(unsigned short a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(long a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(unsigned long a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(long long a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(unsigned long long a) : __launchproof_value((_Float16)a) {}
  __host__ __device__ __half(const __half_raw& a) : __launchproof_value(__builtin_bit_cast(_Float16, a.x)) {}
  __host__ __device__ operator __half_raw() const {
    return {__builtin_bit_cast(unsigned short, __launchproof_value)};
  }
  // The library libcu++ copies volatile numbers by their bits.
  __host__ __device__ operator __half_raw() const volatile { return {__x}; }
  __host__ __device__ operator float() const { return (float)__launchproof_value; }
  __host__ __device__ explicit operator bool() const { return (float)__launchproof_value != 0.0f; }
};
struct __attribute__((aligned(4))) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half& a, const __half& b) : x(a), y(b) {}
  __host__ __device__ __half2(const __half2_raw& a) : x(__half_raw{a.x}), y(__half_raw{a.y}) {}
  __host__ __device__ operator __half2_raw() const { return {((__half_raw)x).x, ((__half_raw)y).x}; }
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

LAUNCHPROOF_FUNCTION float __launchproof_widen(__half a) {
  return (float)a.__launchproof_value;
}
template <typename N>
static __device__ __forceinline__ N __launchproof_narrow(float);
template <>
__device__ __forceinline__ __half __launchproof_narrow<__half>(float a) {
  return (_Float16)a;
}
LAUNCHPROOF_FUNCTION __half __launchproof_sum(__half a, __half b) {
  return a.__launchproof_value + b.__launchproof_value;
}
LAUNCHPROOF_FUNCTION __half __launchproof_difference(__half a, __half b) {
  return a.__launchproof_value - b.__launchproof_value;
}
LAUNCHPROOF_FUNCTION __half __launchproof_product(__half a, __half b) {
  return a.__launchproof_value * b.__launchproof_value;
}

#define LAUNCHPROOF_TO_HALF(from, F, letter, mode, rounding) \
  LAUNCHPROOF_FUNCTION __half __##from##2half_##mode(F a) {  \
    return __launchproof_##from##2half_##mode(a);            \
  }
LAUNCHPROOF_TO_HALF_MODES(float, float, )
LAUNCHPROOF_TO_HALF_MODES(int, int, )
LAUNCHPROOF_TO_HALF_MODES(uint, unsigned int, )
LAUNCHPROOF_TO_HALF_MODES(short, short, )
LAUNCHPROOF_TO_HALF_MODES(ushort, unsigned short, )
LAUNCHPROOF_TO_HALF_MODES(ll, long long, )
LAUNCHPROOF_TO_HALF_MODES(ull, unsigned long long, )
#undef LAUNCHPROOF_TO_HALF
#undef LAUNCHPROOF_TO_HALF_MODES
LAUNCHPROOF_FUNCTION __half __double2half(double a) {
  return __launchproof_half_rn(a);
}

LAUNCHPROOF_NARROW_CONVERSIONS(__half, __half2, half, half2)
LAUNCHPROOF_NARROW_RELATIONS(__half, __half2)
LAUNCHPROOF_NARROW_ARITHMETIC(__half, __half2)
LAUNCHPROOF_NARROW_FUNCTIONS(__half, __half2)
LAUNCHPROOF_NARROW_OPERATORS(__half, __half2)
LAUNCHPROOF_NARROW_SHUFFLES(__half, unsigned short)
LAUNCHPROOF_NARROW_SHUFFLES(__half2, unsigned)

LAUNCHPROOF_BUILTIN(_Float16, __launchproof_fetch_add, (volatile _Float16*, _Float16, int, int),
                    "_Z25atomic_fetch_add_explicitPVDhDh12memory_order12memory_scope");
LAUNCHPROOF_FUNCTION __half atomicAdd(__half* at, __half value) {
  return __launchproof_fetch_add((volatile _Float16*)at, value.__launchproof_value, 0, 2);
}
LAUNCHPROOF_FUNCTION __half2 atomicAdd(__half2* at, __half2 value) {
  return {atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y)};
}
