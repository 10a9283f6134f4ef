// Integer functions and intrinsics (programming guide, "Integer Intrinsics"), minima and maxima.
#pragma once

// The operands are converted as those of an operator are, except that a float stays one next to a float.
#define LAUNCHPROOF_EXTREMES(type, one, two)           \
  LAUNCHPROOF_SHARED_FUNCTION type min(one a, two b) { \
    return (type)b < (type)a ? (type)b : (type)a;      \
  }                                                    \
  LAUNCHPROOF_SHARED_FUNCTION type max(one a, two b) { \
    return (type)a < (type)b ? (type)b : (type)a;      \
  }
LAUNCHPROOF_EXTREMES(int, int, int)
LAUNCHPROOF_EXTREMES(unsigned int, unsigned int, unsigned int)
LAUNCHPROOF_EXTREMES(unsigned int, int, unsigned int)
LAUNCHPROOF_EXTREMES(unsigned int, unsigned int, int)
LAUNCHPROOF_EXTREMES(long, long, long)
LAUNCHPROOF_EXTREMES(unsigned long, unsigned long, unsigned long)
LAUNCHPROOF_EXTREMES(unsigned long, long, unsigned long)
LAUNCHPROOF_EXTREMES(unsigned long, unsigned long, long)
LAUNCHPROOF_EXTREMES(long long, long long, long long)
LAUNCHPROOF_EXTREMES(unsigned long long, unsigned long long, unsigned long long)
LAUNCHPROOF_EXTREMES(unsigned long long, long long, unsigned long long)
LAUNCHPROOF_EXTREMES(unsigned long long, unsigned long long, long long)
#undef LAUNCHPROOF_EXTREMES
#define LAUNCHPROOF_EXTREMES(type, one, two)     \
  LAUNCHPROOF_FUNCTION type min(one a, two b) {  \
    return __launchproof_fmin((type)a, (type)b); \
  }                                              \
  LAUNCHPROOF_FUNCTION type max(one a, two b) {  \
    return __launchproof_fmax((type)a, (type)b); \
  }
LAUNCHPROOF_EXTREMES(float, float, float)
LAUNCHPROOF_EXTREMES(double, double, double)
LAUNCHPROOF_EXTREMES(double, float, double)
LAUNCHPROOF_EXTREMES(double, double, float)
#undef LAUNCHPROOF_EXTREMES
LAUNCHPROOF_FUNCTION unsigned int umin(unsigned int a, unsigned int b) {
  return b < a ? b : a;
}
LAUNCHPROOF_FUNCTION unsigned int umax(unsigned int a, unsigned int b) {
  return a < b ? b : a;
}
LAUNCHPROOF_FUNCTION long long llmin(long long a, long long b) {
  return b < a ? b : a;
}
LAUNCHPROOF_FUNCTION long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
LAUNCHPROOF_FUNCTION unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
LAUNCHPROOF_FUNCTION unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}

LAUNCHPROOF_SHARED_FUNCTION int abs(int a) {
  return a < 0 ? -a : a;
}
LAUNCHPROOF_SHARED_FUNCTION long abs(long a) {
  return a < 0 ? -a : a;
}
LAUNCHPROOF_SHARED_FUNCTION long long abs(long long a) {
  return a < 0 ? -a : a;
}
LAUNCHPROOF_SHARED_FUNCTION long labs(long a) {
  return a < 0 ? -a : a;
}
LAUNCHPROOF_SHARED_FUNCTION long long llabs(long long a) {
  return a < 0 ? -a : a;
}
LAUNCHPROOF_FUNCTION float abs(float a) {
  return __launchproof_fabs(a);
}
LAUNCHPROOF_FUNCTION double abs(double a) {
  return __launchproof_fabs(a);
}

LAUNCHPROOF_BUILTIN(int, __launchproof_clz, (int), "_Z3clzi");
LAUNCHPROOF_BUILTIN(long long, __launchproof_clz, (long long), "_Z3clzl");
LAUNCHPROOF_BUILTIN(int, __launchproof_ctz, (int), "_Z3ctzi");
LAUNCHPROOF_BUILTIN(long long, __launchproof_ctz, (long long), "_Z3ctzl");
LAUNCHPROOF_BUILTIN(unsigned, __launchproof_popcount, (unsigned), "_Z8popcountj");
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_popcount, (unsigned long long), "_Z8popcountm");
LAUNCHPROOF_BUILTIN(unsigned, __launchproof_bit_reverse, (unsigned), "_Z11bit_reversej");
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_bit_reverse, (unsigned long long), "_Z11bit_reversem");
LAUNCHPROOF_FUNCTION int __clz(int a) {
  return __launchproof_clz(a);
}
LAUNCHPROOF_FUNCTION int __clzll(long long a) {
  return (int)__launchproof_clz((long long)a);
}
LAUNCHPROOF_FUNCTION int __popc(unsigned int a) {
  return (int)__launchproof_popcount(a);
}
LAUNCHPROOF_FUNCTION int __popcll(unsigned long long a) {
  return (int)__launchproof_popcount((unsigned long long)a);
}
LAUNCHPROOF_FUNCTION unsigned int __brev(unsigned int a) {
  return __launchproof_bit_reverse(a);
}
LAUNCHPROOF_FUNCTION unsigned long long __brevll(unsigned long long a) {
  return __launchproof_bit_reverse((unsigned long long)a);
}
LAUNCHPROOF_FUNCTION int __ffs(int a) {
  return a == 0 ? 0 : __launchproof_ctz(a) + 1;
}
LAUNCHPROOF_FUNCTION int __ffsll(long long a) {
  return a == 0 ? 0 : (int)__launchproof_ctz((long long)a) + 1;
}

LAUNCHPROOF_FUNCTION int __mul24(int a, int b) {
  return ((a << 8) >> 8) * ((b << 8) >> 8);
}
LAUNCHPROOF_FUNCTION unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
LAUNCHPROOF_FUNCTION int mul24(int a, int b) {
  return __mul24(a, b);
}
LAUNCHPROOF_FUNCTION unsigned int umul24(unsigned int a, unsigned int b) {
  return __umul24(a, b);
}
LAUNCHPROOF_BUILTIN(long long, __launchproof_mul_hi, (long long, long long), "_Z6mul_hill");
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_mul_hi, (unsigned long long, unsigned long long),
                    "_Z6mul_himm");
LAUNCHPROOF_FUNCTION int __mulhi(int a, int b) {
  return (int)(((long long)a * (long long)b) >> 32);
}
LAUNCHPROOF_FUNCTION unsigned int __umulhi(unsigned int a, unsigned int b) {
  return (unsigned int)(((unsigned long long)a * (unsigned long long)b) >> 32);
}
LAUNCHPROOF_FUNCTION int mulhi(int a, int b) {
  return __mulhi(a, b);
}
LAUNCHPROOF_FUNCTION unsigned int umulhi(unsigned int a, unsigned int b) {
  return __umulhi(a, b);
}
LAUNCHPROOF_FUNCTION long long __mul64hi(long long a, long long b) {
  return __launchproof_mul_hi((long long)a, (long long)b);
}
LAUNCHPROOF_FUNCTION unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return __launchproof_mul_hi((unsigned long long)a, (unsigned long long)b);
}
LAUNCHPROOF_FUNCTION unsigned int __sad(int a, int b, unsigned int c) {
  return (a < b ? b - a : a - b) + c;
}
LAUNCHPROOF_FUNCTION unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a < b ? b - a : a - b) + c;
}
LAUNCHPROOF_FUNCTION int __hadd(int a, int b) {
  return (a >> 1) + (b >> 1) + (a & b & 1);
}
LAUNCHPROOF_FUNCTION int __rhadd(int a, int b) {
  return (a >> 1) + (b >> 1) + ((a | b) & 1);
}
LAUNCHPROOF_FUNCTION unsigned int __uhadd(unsigned int a, unsigned int b) {
  return (a >> 1) + (b >> 1) + (a & b & 1);
}
LAUNCHPROOF_FUNCTION unsigned int __urhadd(unsigned int a, unsigned int b) {
  return (a >> 1) + (b >> 1) + ((a | b) & 1);
}
// Each of the four low bits groups of the selector names a byte; its highest bit repeats that byte's sign.
LAUNCHPROOF_FUNCTION unsigned int __launchproof_byte(unsigned long long bytes, unsigned int selector) {
  const unsigned int byte = (unsigned int)(bytes >> (8 * (selector & 7))) & 0xff;
  return (selector & 8) != 0 ? (byte >= 0x80 ? 0xffu : 0u) : byte;
}
LAUNCHPROOF_FUNCTION unsigned int __byte_perm(unsigned int a, unsigned int b, unsigned int selector) {
  const unsigned long long bytes = ((unsigned long long)b << 32) | a;
  return __launchproof_byte(bytes, selector & 7) | (__launchproof_byte(bytes, (selector >> 4) & 7) << 8) |
         (__launchproof_byte(bytes, (selector >> 8) & 7) << 16) |
         (__launchproof_byte(bytes, (selector >> 12) & 7) << 24);
}
LAUNCHPROOF_FUNCTION unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)(((((unsigned long long)high << 32) | low) << (shift & 31)) >> 32);
}
LAUNCHPROOF_FUNCTION unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  return (unsigned int)((((unsigned long long)high << 32) | low) >> (shift & 31));
}
LAUNCHPROOF_FUNCTION unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
LAUNCHPROOF_FUNCTION unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
LAUNCHPROOF_FUNCTION int __dp4a(int a, int b, int c) {
  return c + (int)(signed char)a * (int)(signed char)b +
         (int)(signed char)(a >> 8) * (int)(signed char)(b >> 8) +
         (int)(signed char)(a >> 16) * (int)(signed char)(b >> 16) + (a >> 24) * (b >> 24);
}
LAUNCHPROOF_FUNCTION unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
  return c + (a & 0xff) * (b & 0xff) + ((a >> 8) & 0xff) * ((b >> 8) & 0xff) +
         ((a >> 16) & 0xff) * ((b >> 16) & 0xff) + (a >> 24) * (b >> 24);
}
// Two products of halves of the first operand with the low or the high bytes of the second.
#define LAUNCHPROOF_DOT_OF_TWO(T, half, byte)                                             \
  LAUNCHPROOF_FUNCTION T __dp2a_lo(T a, T b, T c) {                                       \
    return c + (T)(half)a * (T)(byte)b + (T)(half)(a >> 16) * (T)(byte)(b >> 8);          \
  }                                                                                       \
  LAUNCHPROOF_FUNCTION T __dp2a_hi(T a, T b, T c) {                                       \
    return c + (T)(half)a * (T)(byte)(b >> 16) + (T)(half)(a >> 16) * (T)(byte)(b >> 24); \
  }
LAUNCHPROOF_DOT_OF_TWO(int, short, signed char)
LAUNCHPROOF_DOT_OF_TWO(unsigned int, unsigned short, unsigned char)
#undef LAUNCHPROOF_DOT_OF_TWO
LAUNCHPROOF_FUNCTION int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
LAUNCHPROOF_FUNCTION unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
LAUNCHPROOF_FUNCTION int __dp2a_lo(short2 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y;
}
LAUNCHPROOF_FUNCTION int __dp2a_hi(short2 a, char4 b, int c) {
  return c + a.x * b.z + a.y * b.w;
}
LAUNCHPROOF_FUNCTION unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
  return c + (unsigned)a.x * b.x + (unsigned)a.y * b.y;
}
LAUNCHPROOF_FUNCTION unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
  return c + (unsigned)a.x * b.z + (unsigned)a.y * b.w;
}
LAUNCHPROOF_FUNCTION unsigned short __nv_bswap16(unsigned short a) {
  return (unsigned short)((a >> 8) | (a << 8));
}
LAUNCHPROOF_FUNCTION unsigned int __nv_bswap32(unsigned int a) {
  return __byte_perm(a, 0, 0x0123);
}
LAUNCHPROOF_FUNCTION unsigned long long __nv_bswap64(unsigned long long a) {
  return ((unsigned long long)__nv_bswap32((unsigned)a) << 32) | __nv_bswap32((unsigned)(a >> 32));
}
// The bit that is the `count`-th one of the mask from `base` on, upwards or downwards; all ones where none
// is.
LAUNCHPROOF_FUNCTION unsigned int __fns(unsigned int mask, unsigned int base, int count) {
  unsigned int found = count == 0 && ((mask >> (base & 31)) & 1) != 0 ? base & 31 : 0xffffffffu;
  int left = count < 0 ? -count : count;
  for (int i = 0; i < 32; ++i) {
    const unsigned int at = count < 0 ? (base & 31) - (unsigned)i : (base & 31) + (unsigned)i;
    const int bit = at < 32 ? (int)((mask >> (at & 31)) & 1) : 0;
    left -= bit;
    if (bit != 0 && left == 0 && count != 0) found = at;
  }
  return found;
}
