// The common part of the two types of floats with 16 bits (CUDA Math API, "Half Precision Intrinsics" and
// "Bfloat16 Precision Intrinsics"). A type N has the pair N2; T and T2 are how its functions name them. The
// type's own header defines
// __launchproof_widen (exact), __launchproof_narrow (to nearest), and sums and products that may be
// contracted.
#pragma once

// Converts to integers with saturation; every value is also a float.
#define LAUNCHPROOF_NARROW_TO(N, T, integer, I, mode)                   \
  LAUNCHPROOF_FUNCTION I __##T##2##integer##_##mode(N a) {              \
    return __launchproof_to_##integer##_##mode(__launchproof_widen(a)); \
  }
#define LAUNCHPROOF_NARROW_MODES(N, T, mode)                \
  LAUNCHPROOF_NARROW_TO(N, T, int, int, mode)               \
  LAUNCHPROOF_NARROW_TO(N, T, uint, unsigned int, mode)     \
  LAUNCHPROOF_NARROW_TO(N, T, short, short, mode)           \
  LAUNCHPROOF_NARROW_TO(N, T, ushort, unsigned short, mode) \
  LAUNCHPROOF_NARROW_TO(N, T, ll, long long, mode)          \
  LAUNCHPROOF_NARROW_TO(N, T, ull, unsigned long long, mode)

#define LAUNCHPROOF_WIDE_TO(mode, rounding)                                                                  \
  LAUNCHPROOF_FUNCTION int __launchproof_to_int_##mode(float a) {                                            \
    return __float2int_##mode(a);                                                                            \
  }                                                                                                          \
  LAUNCHPROOF_FUNCTION unsigned __launchproof_to_uint_##mode(float a) {                                      \
    return __float2uint_##mode(a);                                                                           \
  }                                                                                                          \
  LAUNCHPROOF_FUNCTION long long __launchproof_to_ll_##mode(float a) {                                       \
    return __float2ll_##mode(a);                                                                             \
  }                                                                                                          \
  LAUNCHPROOF_FUNCTION unsigned long long __launchproof_to_ull_##mode(float a) {                             \
    return __float2ull_##mode(a);                                                                            \
  }                                                                                                          \
  LAUNCHPROOF_BUILTIN(short, __launchproof_to_short_##mode, (float), "_Z21convert_short_sat_" rounding "f"); \
  LAUNCHPROOF_BUILTIN(unsigned short, __launchproof_to_ushort_##mode, (float),                               \
                      "_Z22convert_ushort_sat_" rounding "f");
LAUNCHPROOF_WIDE_TO(rn, "rte")
LAUNCHPROOF_WIDE_TO(rz, "rtz")
LAUNCHPROOF_WIDE_TO(ru, "rtp")
LAUNCHPROOF_WIDE_TO(rd, "rtn")
#undef LAUNCHPROOF_WIDE_TO
LAUNCHPROOF_BUILTIN(signed char, __launchproof_to_char_rz, (float), "_Z20convert_char_sat_rtzf");
LAUNCHPROOF_BUILTIN(unsigned char, __launchproof_to_uchar_rz, (float), "_Z21convert_uchar_sat_rtzf");

#define LAUNCHPROOF_NARROW_CONVERSIONS(N, N2, T, T2)             \
  LAUNCHPROOF_NARROW_MODES(N, T, rn)                             \
  LAUNCHPROOF_NARROW_MODES(N, T, rz)                             \
  LAUNCHPROOF_NARROW_MODES(N, T, ru)                             \
  LAUNCHPROOF_NARROW_MODES(N, T, rd)                             \
  LAUNCHPROOF_NARROW_TO(N, T, char, signed char, rz)             \
  LAUNCHPROOF_NARROW_TO(N, T, uchar, unsigned char, rz)          \
  LAUNCHPROOF_FUNCTION float __##T##2float(N a) {                \
    return __launchproof_widen(a);                               \
  }                                                              \
  LAUNCHPROOF_FUNCTION N __float2##T(float a) {                  \
    return __float2##T##_rn(a);                                  \
  }                                                              \
  LAUNCHPROOF_FUNCTION short __##T##_as_short(N a) {             \
    return __builtin_bit_cast(short, a);                         \
  }                                                              \
  LAUNCHPROOF_FUNCTION unsigned short __##T##_as_ushort(N a) {   \
    return __builtin_bit_cast(unsigned short, a);                \
  }                                                              \
  LAUNCHPROOF_FUNCTION N __short_as_##T(short a) {               \
    return __builtin_bit_cast(N, a);                             \
  }                                                              \
  LAUNCHPROOF_FUNCTION N __ushort_as_##T(unsigned short a) {     \
    return __builtin_bit_cast(N, a);                             \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 make_##T2(N a, N b) {                  \
    return {a, b};                                               \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __halves2##T2(N a, N b) {              \
    return {a, b};                                               \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __##T##2##T2(N a) {                    \
    return {a, a};                                               \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __float2##T2##_rn(float a) {           \
    return {__float2##T##_rn(a), __float2##T##_rn(a)};           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __floats2##T2##_rn(float a, float b) { \
    return {__float2##T##_rn(a), __float2##T##_rn(b)};           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __float22##T2##_rn(float2 a) {         \
    return {__float2##T##_rn(a.x), __float2##T##_rn(a.y)};       \
  }                                                              \
  LAUNCHPROOF_FUNCTION float2 __##T2##2float2(N2 a) {            \
    return {__launchproof_widen(a.x), __launchproof_widen(a.y)}; \
  }                                                              \
  LAUNCHPROOF_FUNCTION float __low2float(N2 a) {                 \
    return __launchproof_widen(a.x);                             \
  }                                                              \
  LAUNCHPROOF_FUNCTION float __high2float(N2 a) {                \
    return __launchproof_widen(a.y);                             \
  }                                                              \
  LAUNCHPROOF_FUNCTION N __low2##T(N2 a) {                       \
    return a.x;                                                  \
  }                                                              \
  LAUNCHPROOF_FUNCTION N __high2##T(N2 a) {                      \
    return a.y;                                                  \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __low2##T2(N2 a) {                     \
    return {a.x, a.x};                                           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __high2##T2(N2 a) {                    \
    return {a.y, a.y};                                           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __lows2##T2(N2 a, N2 b) {              \
    return {a.x, b.x};                                           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __highs2##T2(N2 a, N2 b) {             \
    return {a.y, b.y};                                           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 __lowhigh2highlow(N2 a) {              \
    return {a.y, a.x};                                           \
  }

// Declares a function of one or two values, and one of pairs of them.
#define LAUNCHPROOF_NARROW_ONE(N, N2, name, pairs, expression) \
  LAUNCHPROOF_FUNCTION N name(N a) {                           \
    return expression;                                         \
  }                                                            \
  LAUNCHPROOF_FUNCTION N2 pairs(N2 a) {                        \
    return {name(a.x), name(a.y)};                             \
  }
#define LAUNCHPROOF_NARROW_TWO(N, N2, name, pairs, expression) \
  LAUNCHPROOF_FUNCTION N name(N a, N b) {                      \
    return expression;                                         \
  }                                                            \
  LAUNCHPROOF_FUNCTION N2 pairs(N2 a, N2 b) {                  \
    return {name(a.x, b.x), name(a.y, b.y)};                   \
  }
#define LAUNCHPROOF_NARROW_THREE(N, N2, name, pairs, expression) \
  LAUNCHPROOF_FUNCTION N name(N a, N b, N c) {                   \
    return expression;                                           \
  }                                                              \
  LAUNCHPROOF_FUNCTION N2 pairs(N2 a, N2 b, N2 c) {              \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};           \
  }
#define LAUNCHPROOF_W(a) __launchproof_widen(a)
#define LAUNCHPROOF_N(N, wide) __launchproof_narrow<N>(wide)
#define LAUNCHPROOF_CUT(N, a) LAUNCHPROOF_N(N, __saturatef(LAUNCHPROOF_W(a)))
#define LAUNCHPROOF_POSITIVE(N, a) (LAUNCHPROOF_W(a) < 0.0f ? LAUNCHPROOF_N(N, 0.0f) : a)

// The `u` forms are true if an operand is NaN.
#define LAUNCHPROOF_NARROW_RELATION(N, N2, name, op, not_op) \
  LAUNCHPROOF_FUNCTION bool __h##name(N a, N b) {            \
    return LAUNCHPROOF_W(a) op LAUNCHPROOF_W(b);             \
  }                                                          \
  LAUNCHPROOF_FUNCTION bool __h##name##u(N a, N b) {         \
    return not_op;                                           \
  }                                                          \
  LAUNCHPROOF_NARROW_PAIRS(N, N2, name)                      \
  LAUNCHPROOF_NARROW_PAIRS(N, N2, name##u)
#define LAUNCHPROOF_NARROW_PAIRS(N, N2, name)                                               \
  LAUNCHPROOF_FUNCTION N2 __h##name##2(N2 a, N2 b) {                                        \
    return {LAUNCHPROOF_N(N, __h##name(a.x, b.x) ? 1.0f : 0.0f),                            \
            LAUNCHPROOF_N(N, __h##name(a.y, b.y) ? 1.0f : 0.0f)};                           \
  }                                                                                         \
  LAUNCHPROOF_FUNCTION bool __hb##name##2(N2 a, N2 b) {                                     \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                      \
  }                                                                                         \
  LAUNCHPROOF_FUNCTION unsigned __h##name##2_mask(N2 a, N2 b) {                             \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
  }
#define LAUNCHPROOF_NARROW_RELATIONS(N, N2)                                                                \
  LAUNCHPROOF_NARROW_RELATION(                                                                             \
      N, N2, eq, ==, !(LAUNCHPROOF_W(a) < LAUNCHPROOF_W(b)) && !(LAUNCHPROOF_W(a) > LAUNCHPROOF_W(b)))     \
  LAUNCHPROOF_FUNCTION bool __hne(N a, N b) {                                                              \
    return LAUNCHPROOF_W(a) < LAUNCHPROOF_W(b) || LAUNCHPROOF_W(a) > LAUNCHPROOF_W(b);                     \
  }                                                                                                        \
  LAUNCHPROOF_FUNCTION bool __hneu(N a, N b) {                                                             \
    return LAUNCHPROOF_W(a) != LAUNCHPROOF_W(b);                                                           \
  }                                                                                                        \
  LAUNCHPROOF_NARROW_PAIRS(N, N2, ne)                                                                      \
  LAUNCHPROOF_NARROW_PAIRS(N, N2, neu)                                                                     \
  LAUNCHPROOF_NARROW_RELATION(N, N2, gt, >, !(LAUNCHPROOF_W(a) <= LAUNCHPROOF_W(b)))                       \
  LAUNCHPROOF_NARROW_RELATION(N, N2, ge, >=, !(LAUNCHPROOF_W(a) < LAUNCHPROOF_W(b)))                       \
  LAUNCHPROOF_NARROW_RELATION(N, N2, lt, <, !(LAUNCHPROOF_W(a) >= LAUNCHPROOF_W(b)))                       \
  LAUNCHPROOF_NARROW_RELATION(N, N2, le, <=, !(LAUNCHPROOF_W(a) > LAUNCHPROOF_W(b)))                       \
  LAUNCHPROOF_FUNCTION bool __hisnan(N a) {                                                                \
    return LAUNCHPROOF_W(a) != LAUNCHPROOF_W(a);                                                           \
  }                                                                                                        \
  LAUNCHPROOF_FUNCTION N2 __hisnan2(N2 a) {                                                                \
    return {LAUNCHPROOF_N(N, __hisnan(a.x) ? 1.0f : 0.0f), LAUNCHPROOF_N(N, __hisnan(a.y) ? 1.0f : 0.0f)}; \
  }                                                                                                        \
  LAUNCHPROOF_FUNCTION int __hisinf(N a) {                                                                 \
    return isinf(LAUNCHPROOF_W(a)) ? (signbit(LAUNCHPROOF_W(a)) ? -1 : 1) : 0;                             \
  }

#define LAUNCHPROOF_NARROW_ARITHMETIC(N, N2)                                                                 \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hadd, __hadd2, __launchproof_sum(a, b))                                    \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hsub, __hsub2, __launchproof_difference(a, b))                             \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmul, __hmul2, __launchproof_product(a, b))                                \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hdiv, __h2div, LAUNCHPROOF_N(N, LAUNCHPROOF_W(a) / LAUNCHPROOF_W(b)))      \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hadd_rn, __hadd2_rn,                                                       \
                         LAUNCHPROOF_N(N, __fadd_rn(LAUNCHPROOF_W(a), LAUNCHPROOF_W(b))))                    \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hsub_rn, __hsub2_rn,                                                       \
                         LAUNCHPROOF_N(N, __fsub_rn(LAUNCHPROOF_W(a), LAUNCHPROOF_W(b))))                    \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmul_rn, __hmul2_rn,                                                       \
                         LAUNCHPROOF_N(N, __fmul_rn(LAUNCHPROOF_W(a), LAUNCHPROOF_W(b))))                    \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hadd_sat, __hadd2_sat, LAUNCHPROOF_CUT(N, __hadd(a, b)))                   \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hsub_sat, __hsub2_sat, LAUNCHPROOF_CUT(N, __hsub(a, b)))                   \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmul_sat, __hmul2_sat, LAUNCHPROOF_CUT(N, __hmul(a, b)))                   \
  LAUNCHPROOF_NARROW_THREE(                                                                                  \
      N, N2, __hfma, __hfma2,                                                                                \
      LAUNCHPROOF_N(N, __launchproof_fma(LAUNCHPROOF_W(a), LAUNCHPROOF_W(b), LAUNCHPROOF_W(c))))             \
  LAUNCHPROOF_NARROW_THREE(N, N2, __hfma_sat, __hfma2_sat, LAUNCHPROOF_CUT(N, __hfma(a, b, c)))              \
  LAUNCHPROOF_NARROW_THREE(N, N2, __hfma_relu, __hfma2_relu, LAUNCHPROOF_POSITIVE(N, __hfma(a, b, c)))       \
  LAUNCHPROOF_NARROW_ONE(                                                                                    \
      N, N2, __hneg, __hneg2,                                                                                \
      __builtin_bit_cast(N, (unsigned short)(__builtin_bit_cast(unsigned short, a) ^ 0x8000)))               \
  LAUNCHPROOF_NARROW_ONE(                                                                                    \
      N, N2, __habs, __habs2,                                                                                \
      __builtin_bit_cast(N, (unsigned short)(__builtin_bit_cast(unsigned short, a) & 0x7fff)))               \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmax, __hmax2,                                                             \
                         LAUNCHPROOF_N(N, __launchproof_fmax(LAUNCHPROOF_W(a), LAUNCHPROOF_W(b))))           \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmin, __hmin2,                                                             \
                         LAUNCHPROOF_N(N, __launchproof_fmin(LAUNCHPROOF_W(a), LAUNCHPROOF_W(b))))           \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmax_nan, __hmax2_nan, __hisnan(a) ? a : (__hisnan(b) ? b : __hmax(a, b))) \
  LAUNCHPROOF_NARROW_TWO(N, N2, __hmin_nan, __hmin2_nan, __hisnan(a) ? a : (__hisnan(b) ? b : __hmin(a, b))) \
  LAUNCHPROOF_FUNCTION N2 __hcmadd(N2 a, N2 b, N2 c) {                                                       \
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};       \
  }

#define LAUNCHPROOF_NARROW_OF(N, N2, name, of) \
  LAUNCHPROOF_NARROW_ONE(N, N2, h##name, h2##name, LAUNCHPROOF_N(N, of(LAUNCHPROOF_W(a))))
#define LAUNCHPROOF_NARROW_FUNCTIONS(N, N2)                \
  LAUNCHPROOF_NARROW_OF(N, N2, ceil, __launchproof_ceil)   \
  LAUNCHPROOF_NARROW_OF(N, N2, floor, __launchproof_floor) \
  LAUNCHPROOF_NARROW_OF(N, N2, trunc, __launchproof_trunc) \
  LAUNCHPROOF_NARROW_OF(N, N2, rint, __launchproof_rint)   \
  LAUNCHPROOF_NARROW_OF(N, N2, sqrt, __launchproof_sqrt)   \
  LAUNCHPROOF_NARROW_OF(N, N2, rsqrt, __launchproof_rsqrt) \
  LAUNCHPROOF_NARROW_OF(N, N2, rcp, 1.0f /)                \
  LAUNCHPROOF_NARROW_OF(N, N2, cos, __launchproof_cos)     \
  LAUNCHPROOF_NARROW_OF(N, N2, sin, __launchproof_sin)     \
  LAUNCHPROOF_NARROW_OF(N, N2, exp, __launchproof_exp)     \
  LAUNCHPROOF_NARROW_OF(N, N2, exp2, __launchproof_exp2)   \
  LAUNCHPROOF_NARROW_OF(N, N2, exp10, __launchproof_exp10) \
  LAUNCHPROOF_NARROW_OF(N, N2, log, __launchproof_log)     \
  LAUNCHPROOF_NARROW_OF(N, N2, log2, __launchproof_log2)   \
  LAUNCHPROOF_NARROW_OF(N, N2, log10, __launchproof_log10) \
  LAUNCHPROOF_NARROW_OF(N, N2, tanh, __launchproof_tanh)   \
  LAUNCHPROOF_NARROW_OF(N, N2, tanh_approx, __tanhf)

#define LAUNCHPROOF_NARROW_OPERATOR(N, op, of)                                       \
  static __host__ __device__ __forceinline__ N operator op(const N& a, const N& b) { \
    return of(a, b);                                                                 \
  }                                                                                  \
  static __host__ __device__ __forceinline__ N& operator op##=(N & a, const N & b) { \
    return a = of(a, b);                                                             \
  }
#define LAUNCHPROOF_NARROW_COMPARISON(N, op, of)                                        \
  static __host__ __device__ __forceinline__ bool operator op(const N& a, const N& b) { \
    return of(a, b);                                                                    \
  }
#define LAUNCHPROOF_NARROW_OPERATORS(N, N2)                              \
  LAUNCHPROOF_NARROW_OPERATOR(N, +, __hadd)                              \
  LAUNCHPROOF_NARROW_OPERATOR(N, -, __hsub)                              \
  LAUNCHPROOF_NARROW_OPERATOR(N, *, __hmul)                              \
  LAUNCHPROOF_NARROW_OPERATOR(N, /, __hdiv)                              \
  LAUNCHPROOF_NARROW_OPERATOR(N2, +, __hadd2)                            \
  LAUNCHPROOF_NARROW_OPERATOR(N2, -, __hsub2)                            \
  LAUNCHPROOF_NARROW_OPERATOR(N2, *, __hmul2)                            \
  LAUNCHPROOF_NARROW_OPERATOR(N2, /, __h2div)                            \
  LAUNCHPROOF_NARROW_COMPARISON(N, ==, __heq)                            \
  LAUNCHPROOF_NARROW_COMPARISON(N, !=, __hneu)                           \
  LAUNCHPROOF_NARROW_COMPARISON(N, <, __hlt)                             \
  LAUNCHPROOF_NARROW_COMPARISON(N, <=, __hle)                            \
  LAUNCHPROOF_NARROW_COMPARISON(N, >, __hgt)                             \
  LAUNCHPROOF_NARROW_COMPARISON(N, >=, __hge)                            \
  LAUNCHPROOF_NARROW_COMPARISON(N2, ==, __hbeq2)                         \
  LAUNCHPROOF_NARROW_COMPARISON(N2, !=, !__hbeq2)                        \
  LAUNCHPROOF_NARROW_COMPARISON(N2, <, __hblt2)                          \
  LAUNCHPROOF_NARROW_COMPARISON(N2, <=, __hble2)                         \
  LAUNCHPROOF_NARROW_COMPARISON(N2, >, __hbgt2)                          \
  LAUNCHPROOF_NARROW_COMPARISON(N2, >=, __hbge2)                         \
  static __host__ __device__ __forceinline__ N operator-(const N& a) {   \
    return __hneg(a);                                                    \
  }                                                                      \
  static __host__ __device__ __forceinline__ N operator+(const N& a) {   \
    return a;                                                            \
  }                                                                      \
  static __host__ __device__ __forceinline__ N2 operator-(const N2& a) { \
    return __hneg2(a);                                                   \
  }                                                                      \
  static __host__ __device__ __forceinline__ N2 operator+(const N2& a) { \
    return a;                                                            \
  }                                                                      \
  static __host__ __device__ __forceinline__ N& operator++(N& a) {       \
    return a = __hadd(a, LAUNCHPROOF_N(N, 1.0f));                        \
  }                                                                      \
  static __host__ __device__ __forceinline__ N& operator--(N& a) {       \
    return a = __hsub(a, LAUNCHPROOF_N(N, 1.0f));                        \
  }

// Exchanges in the warp, performed on the bits.
#define LAUNCHPROOF_NARROW_SHUFFLE(N, bits, name, source)                                                   \
  template <int = 0>                                                                                        \
  static __device__ __forceinline__ N name(unsigned mask, N value, source from, int width = 32) {           \
    return __builtin_bit_cast(N, (bits)name(mask, (unsigned)__builtin_bit_cast(bits, value), from, width)); \
  }
#define LAUNCHPROOF_NARROW_SHUFFLES(N, bits)                      \
  LAUNCHPROOF_NARROW_SHUFFLE(N, bits, __shfl_sync, int)           \
  LAUNCHPROOF_NARROW_SHUFFLE(N, bits, __shfl_up_sync, unsigned)   \
  LAUNCHPROOF_NARROW_SHUFFLE(N, bits, __shfl_down_sync, unsigned) \
  LAUNCHPROOF_NARROW_SHUFFLE(N, bits, __shfl_xor_sync, int)
