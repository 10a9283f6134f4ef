// Operations that programs made of PTX are written with (verify/frontend/ptx).
#pragma once

#include "matrices.h"

// A proof takes nothing from what is printed, and ends where a thread ends the launch.
#ifdef LAUNCHPROOF_FOR_EXECUTION
extern "C++" __device__ unsigned __print_of_program(unsigned long long format, unsigned long long arguments);
extern "C++" __device__ void __assertion_of_program_fails(unsigned long long text, unsigned long long file,
                                                          unsigned line, unsigned long long function);
extern "C++" __device__ void __trap_of_program();
extern "C++" __device__ void __not_executed_of_program();
#define PTX_PRINT(format, arguments) __print_of_program(format, arguments)
#define PTX_ASSERTION_FAILS(text, file, line, function)                   \
  do {                                                                    \
    __assertion_of_program_fails(text, file, (unsigned)(line), function); \
    __builtin_unreachable();                                              \
  } while (0)
#define PTX_TRAP()           \
  do {                       \
    __trap_of_program();     \
    __builtin_unreachable(); \
  } while (0)
#define PTX_NOT_EXECUTED() __not_executed_of_program()
#define PTX_EXECUTED_OR(executed, proved) executed
#define PTX_ANY_LANE() __launchproof_lane()
#else
#define PTX_PRINT(format, arguments) ((unsigned)clock())  // any number
#define PTX_ASSERTION_FAILS(text, file, line, function) \
  do {                                                  \
    __assert_of_program(false);                         \
    __trap();                                           \
  } while (0)
#define PTX_TRAP() __trap()
#define PTX_NOT_EXECUTED()
#define PTX_EXECUTED_OR(executed, proved) proved
#define PTX_ANY_LANE() ((unsigned)clock())
#endif

// Returns the same bits, or the same integer in another size.
template <typename To, typename From>
static __device__ __forceinline__ To ptx_as(From value) {
  if constexpr (__is_pointer(From))
    return (To)(unsigned long long)value;
  else if constexpr (__is_same(To, bool) || __is_same(From, bool))
    return (To)value;
  else if constexpr (sizeof(To) == sizeof(From))
    return __builtin_bit_cast(To, value);
  else
    return (To)value;
}

// Compares, exchanges, and returns the previous value in memory.
template <typename T>
static __device__ __forceinline__ T ptx_compare_exchange(T* at, T wanted, T value, int order, int scope) {
  const int failure = order == __NV_ATOMIC_ACQ_REL
                          ? __NV_ATOMIC_ACQUIRE
                          : (order == __NV_ATOMIC_RELEASE ? __NV_ATOMIC_RELAXED : order);
  __nv_atomic_compare_exchange_n(at, &wanted, value, false, order, failure, scope);
  return wanted;
}

// Shifts by the width or more give zeros, or the sign.
template <typename T>
static __device__ __forceinline__ T ptx_shl(T value, unsigned by) {
  return by >= 8 * sizeof(T) ? T(0) : (T)(value << by);
}
template <typename T>
static __device__ __forceinline__ T ptx_shr(T value, unsigned by) {
  if (by >= 8 * sizeof(T)) return T(-1) < T(0) ? (T)(value >> (8 * sizeof(T) - 1)) : T(0);
  return (T)(value >> by);
}

template <typename T>
static __device__ __forceinline__ T ptx_bfe(T value, unsigned start, unsigned count) {
  constexpr unsigned bits = 8 * sizeof(T);
  const unsigned begin = start & 255, length = count & 255;
  if (length == 0) return 0;
  // Bits beyond the value are its sign, or zero.
  if constexpr (T(-1) < T(0)) {
    if (begin >= bits) return (T)(value >> (bits - 1));
    const unsigned kept = length > bits - begin ? bits - begin : length;
    return (T)((T)(value << (bits - begin - kept)) >> (bits - kept));
  } else {
    if (begin >= bits) return 0;
    const unsigned kept = length > bits - begin ? bits - begin : length;
    return (T)((T)(value << (bits - begin - kept)) >> (bits - kept));
  }
}

template <typename T>
static __device__ __forceinline__ T ptx_bfi(T inserted, T into, unsigned start, unsigned count) {
  constexpr unsigned bits = 8 * sizeof(T);
  const unsigned begin = start & 255, length = count & 255;
  if (begin >= bits || length == 0) return into;
  const T ones = length >= bits ? (T)-1 : (T)(((T)1 << length) - 1);
  const T mask = (T)(ones << begin);
  return (T)((into & (T)~mask) | ((T)(inserted << begin) & mask));
}

// Returns the nearest number that the type has.
template <typename To, typename From>
static __device__ __forceinline__ To ptx_saturate(From value) {
  constexpr bool is_signed = To(-1) < To(0), from_signed = From(-1) < From(0);
  constexpr unsigned bits = 8 * sizeof(To);
  constexpr unsigned long long most = is_signed ? (1ull << (bits - 1)) - 1 : ~0ull >> (64 - bits);
  if constexpr (from_signed) {
    const long long wide = value;
    const long long least = is_signed ? -(long long)most - 1 : 0;
    if (wide < least) return (To)least;
    return wide > 0 && (unsigned long long)wide > most ? (To)most : (To)wide;
  } else {
    const unsigned long long wide = value;
    return wide > most ? (To)most : (To)wide;
  }
}

// Sums and differences with a carry, which is the last argument.
template <typename T>
static __device__ __forceinline__ T ptx_add_carry(T a, T b, bool in, bool& out) {
  const T sum = (T)(a + b), result = (T)(sum + (in ? 1 : 0));
  out = sum < a || result < sum;
  return result;
}
template <typename T>
static __device__ __forceinline__ T ptx_sub_carry(T a, T b, bool in, bool& out) {
  const T difference = (T)(a - b), result = (T)(difference - (in ? 1 : 0));
  out = a < b || difference < (in ? 1 : 0);
  return result;
}

// Returns the nearest number that an integer with this many bits holds.
template <bool is_signed, unsigned bits>
static __device__ __forceinline__ long long ptx_clamp(long long value) {
  constexpr long long most = is_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
  constexpr long long least = is_signed ? -most - 1 : 0;
  return value < least ? least : (value > most ? most : value);
}

// The place of the leading bit that differs from the sign, or its distance from the top; all ones if there is
// none.
template <typename T>
static __device__ __forceinline__ unsigned ptx_bfind(T value, bool distance) {
  const unsigned long long bits =
      value < 0 ? (unsigned long long)~value & (~0ull >> (64 - 8 * sizeof(T))) : (unsigned long long)value;
  if (bits == 0) return ~0u;
  const unsigned leading = (unsigned)__clzll((long long)bits) - (64 - 8 * sizeof(T));
  return distance ? leading : 8 * sizeof(T) - 1 - leading;
}

// Returns `count` ones from bit `from` on.
static __device__ __forceinline__ unsigned ptx_bmsk(unsigned from, unsigned count, bool clamps) {
  const unsigned begin = from & 31, length = count & 31;
  if (clamps && from >= 32) return 0;
  const unsigned above = (clamps && count >= 32) || begin + length >= 32 ? 0u : ~0u << (begin + length);
  return ~0u << begin & ~above;
}

// Returns the low bits of a value, with their sign or zeros above.
template <typename T>
static __device__ __forceinline__ T ptx_szext(T value, unsigned count, bool clamps) {
  if (clamps && count >= 32) return value;
  const unsigned length = count & 31;
  if (length == 0) return 0;
  return (T)((T)((unsigned)value << (32 - length)) >> (32 - length));
}

// The sum of four products of bytes, and of two products of a byte and half of a word.
template <bool a_is_signed, bool b_is_signed>
static __device__ __forceinline__ unsigned ptx_dp4a(unsigned a, unsigned b, unsigned c) {
  for (unsigned i = 0; i < 32; i += 8) {
    const int left = a_is_signed ? (int)(signed char)(a >> i) : (int)(a >> i & 255);
    const int right = b_is_signed ? (int)(signed char)(b >> i) : (int)(b >> i & 255);
    c += (unsigned)(left * right);
  }
  return c;
}
template <bool a_is_signed, bool b_is_signed>
static __device__ __forceinline__ unsigned ptx_dp2a(unsigned a, unsigned b, unsigned c, unsigned from) {
  for (unsigned i = 0; i < 2; ++i) {
    const int left = a_is_signed ? (int)(short)(a >> 16 * i) : (int)(a >> 16 * i & 65535);
    const int right =
        b_is_signed ? (int)(signed char)(b >> (8 * i + from)) : (int)(b >> (8 * i + from) & 255);
    c += (unsigned)(left * right);
  }
  return c;
}

// Returns any value, since nothing is known about it.
template <typename T>
static __device__ __forceinline__ T ptx_any() {
  if constexpr (__is_same(T, bool))
    return (clock64() & 1) != 0;
  else
    return __launchproof_any<T>();
}

// Stores arbitrary values into the 128 bytes from here on.
static __device__ __forceinline__ void ptx_discard(unsigned char* at) {
  for (unsigned i = 0; i < 16; ++i) ((unsigned long long*)at)[i] = ptx_any<unsigned long long>();
}

// Returns whether a float is a NaN.
static __device__ __forceinline__ bool ptx_is_nan(float value) {
  return (__float_as_uint(value) & 0x7fffffffu) > 0x7f800000u;
}
static __device__ __forceinline__ bool ptx_is_nan(double value) {
  return ((unsigned long long)__double_as_longlong(value) & 0x7fffffffffffffffull) > 0x7ff0000000000000ull;
}

// The magnitude and the negation of a float. PTX leaves open which NaN they yield for a NaN (PTX ISA 9.0,
// `abs` and `neg`).
static __device__ __forceinline__ float ptx_any_nan(float) {
  const float any = ptx_any<float>();
  return ptx_is_nan(any) ? any : __uint_as_float(0x7fc00000u);
}
static __device__ __forceinline__ double ptx_any_nan(double) {
  const double any = ptx_any<double>();
  return ptx_is_nan(any) ? any : __longlong_as_double(0x7ff8000000000000ll);
}
static __device__ __forceinline__ float ptx_abs(float value) {
  return ptx_is_nan(value) ? ptx_any_nan(value) : fabsf(value);
}
static __device__ __forceinline__ double ptx_abs(double value) {
  return ptx_is_nan(value) ? ptx_any_nan(value) : fabs(value);
}
template <typename T>
static __device__ __forceinline__ T ptx_neg(T value) {
  return ptx_is_nan(value) ? ptx_any_nan(value) : -value;
}

// The integer that a float is converted to. A NaN becomes zero, or the top bit alone if one of the two types
// has 64 bits (PTX ISA 9.0, `cvt`).
template <typename To, typename From>
static __device__ __forceinline__ To ptx_converted(From value, To converted) {
  if (!ptx_is_nan(value)) return converted;
  return sizeof(From) == 8 || sizeof(To) == 8 ? (To)(1ull << (8 * sizeof(To) - 1)) : (To)0;
}

// The lane that a shuffle reads, where its segment is given by a register (PTX ISA 9.0, `shfl.sync`): its own
// where the other one is not inside.
#define PTX_SHUFFLE(mode, other, is_within)                                                             \
  static __device__ __forceinline__ unsigned ptx_shuffle_##mode(unsigned b, unsigned c, bool& inside) { \
    const int lane = (int)__launchproof_lane(), by = (int)(b & 31), segment = (int)(c >> 8 & 31);       \
    const int first = lane & segment, last = first | ((int)(c & 31) & ~segment);                        \
    const int from = other;                                                                             \
    (void)first;                                                                                        \
    inside = is_within;                                                                                 \
    return (unsigned)(inside ? from : lane);                                                            \
  }
PTX_SHUFFLE(up, lane - by, from >= last)
PTX_SHUFFLE(down, lane + by, from <= last)
PTX_SHUFFLE(bfly, lane ^ by, from <= last)
PTX_SHUFFLE(idx, first | (by & ~segment), from <= last)
#undef PTX_SHUFFLE

static __device__ __forceinline__ unsigned ptx_shuffled(unsigned mask, unsigned value, unsigned from) {
  __launchproof_meet(mask);
  return __launchproof_warp_shuffle(value, from);
}

// A byte permutation in each of the modes of `prmt` (PTX ISA 9.0, section 9.7.9.7).
static __device__ __forceinline__ unsigned ptx_permuted(unsigned a, unsigned b, unsigned selection) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned chosen = selection >> 4 * i;
    const unsigned byte = (unsigned)(((unsigned long long)b << 32 | a) >> 8 * (chosen & 7)) & 255;
    result |= ((chosen & 8) != 0 ? ((byte & 128) != 0 ? 255u : 0u) : byte) << 8 * i;
  }
  return result;
}

template <typename T, unsigned N>
struct alignas(sizeof(T) * N) ptx_vector {
  T at[N];
};

// The type of by-value arguments of functions.
template <unsigned N, unsigned Alignment>
struct alignas(Alignment) ptx_bytes {
  unsigned char at[N];
};
