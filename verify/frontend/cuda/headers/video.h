// Functions of two or four integers in one word (CUDA Math API, "SIMD Intrinsics"), and the minima and maxima
// of sums that devices of compute capability 9.0 have instructions for.
#pragma once

template <int = 0>
static __host__ __device__ __forceinline__ int __launchproof_s2(unsigned a, int lane) {
  return (short)(a >> (16 * lane));
}
template <int = 0>
static __host__ __device__ __forceinline__ int __launchproof_u2(unsigned a, int lane) {
  return (unsigned short)(a >> (16 * lane));
}
template <int = 0>
static __host__ __device__ __forceinline__ int __launchproof_s4(unsigned a, int lane) {
  return (signed char)(a >> (8 * lane));
}
template <int = 0>
static __host__ __device__ __forceinline__ int __launchproof_u4(unsigned a, int lane) {
  return (unsigned char)(a >> (8 * lane));
}
LAUNCHPROOF_SHARED_FUNCTION unsigned __launchproof_join2(int low, int high) {
  return ((unsigned)low & 0xffffu) | ((unsigned)high << 16);
}
LAUNCHPROOF_SHARED_FUNCTION unsigned __launchproof_join4(int a, int b, int c, int d) {
  return ((unsigned)a & 0xffu) | (((unsigned)b & 0xffu) << 8) | (((unsigned)c & 0xffu) << 16) |
         ((unsigned)d << 24);
}
LAUNCHPROOF_SHARED_FUNCTION int __launchproof_within(int a, int low, int high) {
  const int bounded = a < low ? low : a;
  return high < bounded ? high : bounded;
}
// Returns the average, rounded away from zero.
LAUNCHPROOF_SHARED_FUNCTION int __launchproof_average(int a, int b) {
  const int floor = (a + b) >> 1;
  return floor >= 0 ? (a + b + 1) >> 1 : floor;
}

// The macros compute each lane of the result from `x` and `y`, the lanes of the operands, which are signed
// (s) or not (u). `top` is the number of bits of a lane below the highest.
#define LAUNCHPROOF_LANES(name, s, expression)                                           \
  template <int = 0>                                                                     \
  static __host__ __device__ __forceinline__ int __launchproof##name##_2(int x, int y) { \
    constexpr int top = 15;                                                              \
    (void)top, (void)y;                                                                  \
    return expression;                                                                   \
  }                                                                                      \
  template <int = 0>                                                                     \
  static __host__ __device__ __forceinline__ int __launchproof##name##_4(int x, int y) { \
    constexpr int top = 7;                                                               \
    (void)top, (void)y;                                                                  \
    return expression;                                                                   \
  }
#define LAUNCHPROOF_LANE(name, s, n, lane) \
  __launchproof##name##_##n(__launchproof_##s##n(a, lane), __launchproof_##s##n(b, lane))
#define LAUNCHPROOF_VIDEO(name, s, expression)                                                    \
  LAUNCHPROOF_LANES(name, s, expression)                                                          \
  LAUNCHPROOF_SHARED_FUNCTION unsigned name##2(unsigned a, unsigned b) {                          \
    return __launchproof_join2(LAUNCHPROOF_LANE(name, s, 2, 0), LAUNCHPROOF_LANE(name, s, 2, 1)); \
  }                                                                                               \
  LAUNCHPROOF_SHARED_FUNCTION unsigned name##4(unsigned a, unsigned b) {                          \
    return __launchproof_join4(LAUNCHPROOF_LANE(name, s, 4, 0), LAUNCHPROOF_LANE(name, s, 4, 1),  \
                               LAUNCHPROOF_LANE(name, s, 4, 2), LAUNCHPROOF_LANE(name, s, 4, 3)); \
  }
#define LAUNCHPROOF_VIDEO_OF_ONE(name, expression)                                                \
  LAUNCHPROOF_LANES(name, s, expression)                                                          \
  LAUNCHPROOF_SHARED_FUNCTION unsigned name##2(unsigned a) {                                      \
    const unsigned b = a;                                                                         \
    return __launchproof_join2(LAUNCHPROOF_LANE(name, s, 2, 0), LAUNCHPROOF_LANE(name, s, 2, 1)); \
  }                                                                                               \
  LAUNCHPROOF_SHARED_FUNCTION unsigned name##4(unsigned a) {                                      \
    const unsigned b = a;                                                                         \
    return __launchproof_join4(LAUNCHPROOF_LANE(name, s, 4, 0), LAUNCHPROOF_LANE(name, s, 4, 1),  \
                               LAUNCHPROOF_LANE(name, s, 4, 2), LAUNCHPROOF_LANE(name, s, 4, 3)); \
  }
#define LAUNCHPROOF_VIDEO_SUM(name, s, expression)                                        \
  LAUNCHPROOF_LANES(name, s, expression)                                                  \
  LAUNCHPROOF_SHARED_FUNCTION unsigned name##2(unsigned a, unsigned b) {                  \
    return (unsigned)(LAUNCHPROOF_LANE(name, s, 2, 0) + LAUNCHPROOF_LANE(name, s, 2, 1)); \
  }                                                                                       \
  LAUNCHPROOF_SHARED_FUNCTION unsigned name##4(unsigned a, unsigned b) {                  \
    return (unsigned)(LAUNCHPROOF_LANE(name, s, 4, 0) + LAUNCHPROOF_LANE(name, s, 4, 1) + \
                      LAUNCHPROOF_LANE(name, s, 4, 2) + LAUNCHPROOF_LANE(name, s, 4, 3)); \
  }
#define LAUNCHPROOF_VIDEO_RELATION(name, s, op)         \
  LAUNCHPROOF_VIDEO(__vcmp##name, s, (x op y) ? -1 : 0) \
  LAUNCHPROOF_VIDEO(__vset##name, s, (x op y) ? 1 : 0)

LAUNCHPROOF_VIDEO(__vadd, u, x + y)
LAUNCHPROOF_VIDEO(__vaddss, s, __launchproof_within(x + y, -(1 << top), (1 << top) - 1))
LAUNCHPROOF_VIDEO(__vaddus, u, __launchproof_within(x + y, 0, (2 << top) - 1))
LAUNCHPROOF_VIDEO(__vsub, u, x - y)
LAUNCHPROOF_VIDEO(__vsubss, s, __launchproof_within(x - y, -(1 << top), (1 << top) - 1))
LAUNCHPROOF_VIDEO(__vsubus, u, __launchproof_within(x - y, 0, (2 << top) - 1))
LAUNCHPROOF_VIDEO(__vavgs, s, __launchproof_average(x, y))
LAUNCHPROOF_VIDEO(__vavgu, u, (x + y + 1) >> 1)
LAUNCHPROOF_VIDEO(__vhaddu, u, (x + y) >> 1)
LAUNCHPROOF_VIDEO(__vabsdiffs, s, x < y ? y - x : x - y)
LAUNCHPROOF_VIDEO(__vabsdiffu, u, x < y ? y - x : x - y)
LAUNCHPROOF_VIDEO(__vmaxs, s, x < y ? y : x)
LAUNCHPROOF_VIDEO(__vmaxu, u, x < y ? y : x)
LAUNCHPROOF_VIDEO(__vmins, s, y < x ? y : x)
LAUNCHPROOF_VIDEO(__vminu, u, y < x ? y : x)
LAUNCHPROOF_VIDEO_OF_ONE(__vabs, x < 0 ? -x : x)
LAUNCHPROOF_VIDEO_OF_ONE(__vabsss, __launchproof_within((x ^ (x >> top)) - (x >> top), 0, (1 << top) - 1))
LAUNCHPROOF_VIDEO_OF_ONE(__vneg, -x)
LAUNCHPROOF_VIDEO_OF_ONE(__vnegss, __launchproof_within(-x, -(1 << top), (1 << top) - 1))
LAUNCHPROOF_VIDEO_SUM(__vsads, s, x < y ? y - x : x - y)
LAUNCHPROOF_VIDEO_SUM(__vsadu, u, x < y ? y - x : x - y)
LAUNCHPROOF_VIDEO_RELATION(eq, u, ==)
LAUNCHPROOF_VIDEO_RELATION(ne, u, !=)
LAUNCHPROOF_VIDEO_RELATION(ges, s, >=)
LAUNCHPROOF_VIDEO_RELATION(geu, u, >=)
LAUNCHPROOF_VIDEO_RELATION(gts, s, >)
LAUNCHPROOF_VIDEO_RELATION(gtu, u, >)
LAUNCHPROOF_VIDEO_RELATION(les, s, <=)
LAUNCHPROOF_VIDEO_RELATION(leu, u, <=)
LAUNCHPROOF_VIDEO_RELATION(lts, s, <)
LAUNCHPROOF_VIDEO_RELATION(ltu, u, <)
#undef LAUNCHPROOF_LANES
#undef LAUNCHPROOF_LANE
#undef LAUNCHPROOF_VIDEO
#undef LAUNCHPROOF_VIDEO_OF_ONE
#undef LAUNCHPROOF_VIDEO_SUM
#undef LAUNCHPROOF_VIDEO_RELATION

// `over` is > for maxima and < for minima.
#define LAUNCHPROOF_EXTREME_OF_SUM(extreme, over)                                                  \
  template <typename T>                                                                            \
  static __host__ __device__ __forceinline__ T __launchproof_##extreme(T a, T b) {                 \
    return b over a ? b : a;                                                                       \
  }                                                                                                \
  LAUNCHPROOF_EXTREME(extreme, s32, int)                                                           \
  LAUNCHPROOF_EXTREME(extreme, u32, unsigned)                                                      \
  LAUNCHPROOF_EXTREME_CUT(extreme, s32, int)                                                       \
  LAUNCHPROOF_EXTREME_X2(extreme, s16x2, short, s2)                                                \
  LAUNCHPROOF_EXTREME_X2(extreme, u16x2, unsigned short, u2)                                       \
  LAUNCHPROOF_EXTREME_CUT_X2(extreme)                                                              \
  LAUNCHPROOF_SHARED_FUNCTION int __vib##extreme##_s32(int a, int b, bool* first) {                \
    *first = a over## = b;                                                                         \
    return __launchproof_##extreme(a, b);                                                          \
  }                                                                                                \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __vib##extreme##_u32(unsigned a, unsigned b, bool* first) { \
    *first = a over## = b;                                                                         \
    return __launchproof_##extreme(a, b);                                                          \
  }                                                                                                \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __vib##extreme##_s16x2(unsigned a, unsigned b, bool* high,  \
                                                              bool* low) {                         \
    *high = __launchproof_s2(a, 1) over## = __launchproof_s2(b, 1);                                \
    *low = __launchproof_s2(a, 0) over## = __launchproof_s2(b, 0);                                 \
    return __v##extreme##s2(a, b);                                                                 \
  }                                                                                                \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __vib##extreme##_u16x2(unsigned a, unsigned b, bool* high,  \
                                                              bool* low) {                         \
    *high = __launchproof_u2(a, 1) over## = __launchproof_u2(b, 1);                                \
    *low = __launchproof_u2(a, 0) over## = __launchproof_u2(b, 0);                                 \
    return __v##extreme##u2(a, b);                                                                 \
  }
#define LAUNCHPROOF_EXTREME(extreme, suffix, T)                              \
  LAUNCHPROOF_SHARED_FUNCTION T __vi##extreme##3_##suffix(T a, T b, T c) {   \
    return __launchproof_##extreme(__launchproof_##extreme(a, b), c);        \
  }                                                                          \
  LAUNCHPROOF_SHARED_FUNCTION T __viadd##extreme##_##suffix(T a, T b, T c) { \
    return __launchproof_##extreme((T)(a + b), c);                           \
  }
// The same with negative results replaced by zero.
#define LAUNCHPROOF_EXTREME_CUT(extreme, suffix, T)                                 \
  LAUNCHPROOF_SHARED_FUNCTION T __vi##extreme##_##suffix##_relu(T a, T b) {         \
    return __launchproof_max((T)__launchproof_##extreme(a, b), (T)0);               \
  }                                                                                 \
  LAUNCHPROOF_SHARED_FUNCTION T __vi##extreme##3_##suffix##_relu(T a, T b, T c) {   \
    return __launchproof_max(__vi##extreme##3_##suffix(a, b, c), (T)0);             \
  }                                                                                 \
  LAUNCHPROOF_SHARED_FUNCTION T __viadd##extreme##_##suffix##_relu(T a, T b, T c) { \
    return __launchproof_max(__viadd##extreme##_##suffix(a, b, c), (T)0);           \
  }
#define LAUNCHPROOF_EXTREME_X2(extreme, suffix, T, lane)                                                    \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __vi##extreme##3_##suffix(unsigned a, unsigned b, unsigned c) {      \
    return __launchproof_join2(__launchproof_##extreme(__launchproof_##extreme(__launchproof_##lane(a, 0),  \
                                                                               __launchproof_##lane(b, 0)), \
                                                       __launchproof_##lane(c, 0)),                         \
                               __launchproof_##extreme(__launchproof_##extreme(__launchproof_##lane(a, 1),  \
                                                                               __launchproof_##lane(b, 1)), \
                                                       __launchproof_##lane(c, 1)));                        \
  }                                                                                                         \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __viadd##extreme##_##suffix(unsigned a, unsigned b, unsigned c) {    \
    return __launchproof_join2(                                                                             \
        __launchproof_##extreme((int)(T)(__launchproof_##lane(a, 0) + __launchproof_##lane(b, 0)),          \
                                __launchproof_##lane(c, 0)),                                                \
        __launchproof_##extreme((int)(T)(__launchproof_##lane(a, 1) + __launchproof_##lane(b, 1)),          \
                                __launchproof_##lane(c, 1)));                                               \
  }
#define LAUNCHPROOF_EXTREME_CUT_X2(extreme)                                                                \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __vi##extreme##_s16x2_relu(unsigned a, unsigned b) {                \
    return __vmaxs2(__v##extreme##s2(a, b), 0u);                                                           \
  }                                                                                                        \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __vi##extreme##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {   \
    return __vmaxs2(__vi##extreme##3_s16x2(a, b, c), 0u);                                                  \
  }                                                                                                        \
  LAUNCHPROOF_SHARED_FUNCTION unsigned __viadd##extreme##_s16x2_relu(unsigned a, unsigned b, unsigned c) { \
    return __vmaxs2(__viadd##extreme##_s16x2(a, b, c), 0u);                                                \
  }
LAUNCHPROOF_EXTREME_OF_SUM(max, >)
LAUNCHPROOF_EXTREME_OF_SUM(min, <)
#undef LAUNCHPROOF_EXTREME_OF_SUM
#undef LAUNCHPROOF_EXTREME
#undef LAUNCHPROOF_EXTREME_CUT
#undef LAUNCHPROOF_EXTREME_X2
#undef LAUNCHPROOF_EXTREME_CUT_X2
