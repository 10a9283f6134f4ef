// Mathematical functions (programming guide, "Mathematical Functions"). Those that OpenCL C has under another
// name or as an overload are what OpenCL C makes of them; results of others are functions of the operands.
#pragma once

#define LAUNCHPROOF_OF_INTEGER                                                 \
  template <typename T, typename __launchproof_if<__is_integral(T)>::type = 0> \
  static __device__ __forceinline__
template <bool>
struct __launchproof_if {};
template <>
struct __launchproof_if<true> {
  typedef int type;
};

#define LAUNCHPROOF_OF_ONE(name, length)                                              \
  LAUNCHPROOF_BUILTIN(float, __launchproof_##name, (float), "_Z" length #name "f");   \
  LAUNCHPROOF_BUILTIN(double, __launchproof_##name, (double), "_Z" length #name "d"); \
  LAUNCHPROOF_FUNCTION float name##f(float a) {                                       \
    return __launchproof_##name(a);                                                   \
  }                                                                                   \
  LAUNCHPROOF_FUNCTION float name(float a) {                                          \
    return __launchproof_##name(a);                                                   \
  }                                                                                   \
  LAUNCHPROOF_FUNCTION double name(double a) {                                        \
    return __launchproof_##name(a);                                                   \
  }                                                                                   \
  LAUNCHPROOF_OF_INTEGER double name(T a) {                                           \
    return __launchproof_##name((double)a);                                           \
  }
#define LAUNCHPROOF_OF_TWO(name, length)                                                       \
  LAUNCHPROOF_BUILTIN(float, __launchproof_##name, (float, float), "_Z" length #name "ff");    \
  LAUNCHPROOF_BUILTIN(double, __launchproof_##name, (double, double), "_Z" length #name "dd"); \
  LAUNCHPROOF_FUNCTION float name##f(float a, float b) {                                       \
    return __launchproof_##name(a, b);                                                         \
  }                                                                                            \
  LAUNCHPROOF_FUNCTION float name(float a, float b) {                                          \
    return __launchproof_##name(a, b);                                                         \
  }                                                                                            \
  LAUNCHPROOF_FUNCTION double name(double a, double b) {                                       \
    return __launchproof_##name(a, b);                                                         \
  }                                                                                            \
  LAUNCHPROOF_FUNCTION double name(float a, double b) {                                        \
    return __launchproof_##name((double)a, b);                                                 \
  }                                                                                            \
  LAUNCHPROOF_FUNCTION double name(double a, float b) {                                        \
    return __launchproof_##name(a, (double)b);                                                 \
  }

LAUNCHPROOF_OF_ONE(acos, "4")
LAUNCHPROOF_OF_ONE(acosh, "5")
LAUNCHPROOF_OF_ONE(asin, "4")
LAUNCHPROOF_OF_ONE(asinh, "5")
LAUNCHPROOF_OF_ONE(atan, "4")
LAUNCHPROOF_OF_ONE(atanh, "5")
LAUNCHPROOF_OF_ONE(cbrt, "4")
LAUNCHPROOF_OF_ONE(ceil, "4")
LAUNCHPROOF_OF_ONE(cos, "3")
LAUNCHPROOF_OF_ONE(cosh, "4")
LAUNCHPROOF_OF_ONE(cospi, "5")
LAUNCHPROOF_OF_ONE(erf, "3")
LAUNCHPROOF_OF_ONE(erfc, "4")
LAUNCHPROOF_OF_ONE(exp, "3")
LAUNCHPROOF_OF_ONE(exp10, "5")
LAUNCHPROOF_OF_ONE(exp2, "4")
LAUNCHPROOF_OF_ONE(expm1, "5")
LAUNCHPROOF_OF_ONE(fabs, "4")
LAUNCHPROOF_OF_ONE(floor, "5")
LAUNCHPROOF_OF_ONE(lgamma, "6")
LAUNCHPROOF_OF_ONE(log, "3")
LAUNCHPROOF_OF_ONE(log10, "5")
LAUNCHPROOF_OF_ONE(log1p, "5")
LAUNCHPROOF_OF_ONE(log2, "4")
LAUNCHPROOF_OF_ONE(logb, "4")
LAUNCHPROOF_OF_ONE(rint, "4")
LAUNCHPROOF_OF_ONE(round, "5")
LAUNCHPROOF_OF_ONE(rsqrt, "5")
LAUNCHPROOF_OF_ONE(sin, "3")
LAUNCHPROOF_OF_ONE(sinh, "4")
LAUNCHPROOF_OF_ONE(sinpi, "5")
LAUNCHPROOF_OF_ONE(sqrt, "4")
LAUNCHPROOF_OF_ONE(tan, "3")
LAUNCHPROOF_OF_ONE(tanh, "4")
LAUNCHPROOF_OF_ONE(tgamma, "6")
LAUNCHPROOF_OF_ONE(trunc, "5")
LAUNCHPROOF_OF_TWO(atan2, "5")
LAUNCHPROOF_OF_TWO(copysign, "8")
LAUNCHPROOF_OF_TWO(fdim, "4")
LAUNCHPROOF_OF_TWO(fmax, "4")
LAUNCHPROOF_OF_TWO(fmin, "4")
LAUNCHPROOF_OF_TWO(fmod, "4")
LAUNCHPROOF_OF_TWO(hypot, "5")
LAUNCHPROOF_OF_TWO(nextafter, "9")
LAUNCHPROOF_OF_TWO(pow, "3")
LAUNCHPROOF_OF_TWO(remainder, "9")
#undef LAUNCHPROOF_OF_ONE
#undef LAUNCHPROOF_OF_TWO

// Functions without a counterpart in OpenCL C.
#define LAUNCHPROOF_OPAQUE_OF_ONE(name) \
  __device__ float name##f(float);      \
  __device__ double name(double);
LAUNCHPROOF_OPAQUE_OF_ONE(rcbrt)
LAUNCHPROOF_OPAQUE_OF_ONE(erfinv)
LAUNCHPROOF_OPAQUE_OF_ONE(erfcinv)
LAUNCHPROOF_OPAQUE_OF_ONE(erfcx)
LAUNCHPROOF_OPAQUE_OF_ONE(normcdf)
LAUNCHPROOF_OPAQUE_OF_ONE(normcdfinv)
LAUNCHPROOF_OPAQUE_OF_ONE(j0)
LAUNCHPROOF_OPAQUE_OF_ONE(j1)
LAUNCHPROOF_OPAQUE_OF_ONE(y0)
LAUNCHPROOF_OPAQUE_OF_ONE(y1)
LAUNCHPROOF_OPAQUE_OF_ONE(cyl_bessel_i0)
LAUNCHPROOF_OPAQUE_OF_ONE(cyl_bessel_i1)
#undef LAUNCHPROOF_OPAQUE_OF_ONE
__device__ float jnf(int, float);
__device__ double jn(int, double);
__device__ float ynf(int, float);
__device__ double yn(int, double);
__device__ float tanpif(float);
__device__ float norm3df(float, float, float);
__device__ double norm3d(double, double, double);
__device__ float norm4df(float, float, float, float);
__device__ double norm4d(double, double, double, double);
__device__ float rnorm3df(float, float, float);
__device__ double rnorm3d(double, double, double);
__device__ float rnorm4df(float, float, float, float);
__device__ double rnorm4d(double, double, double, double);
__device__ float rhypotf(float, float);
__device__ double rhypot(double, double);

LAUNCHPROOF_BUILTIN(float, __launchproof_fma, (float, float, float), "_Z3fmafff");
LAUNCHPROOF_BUILTIN(double, __launchproof_fma, (double, double, double), "_Z3fmaddd");
LAUNCHPROOF_FUNCTION float fmaf(float a, float b, float c) {
  return __launchproof_fma(a, b, c);
}
LAUNCHPROOF_FUNCTION float fma(float a, float b, float c) {
  return __launchproof_fma(a, b, c);
}
LAUNCHPROOF_FUNCTION double fma(double a, double b, double c) {
  return __launchproof_fma(a, b, c);
}

LAUNCHPROOF_BUILTIN(float, __launchproof_ldexp, (float, int), "_Z5ldexpfi");
LAUNCHPROOF_BUILTIN(double, __launchproof_ldexp, (double, int), "_Z5ldexpdi");
LAUNCHPROOF_BUILTIN(int, __launchproof_ilogb, (float), "_Z5ilogbf");
LAUNCHPROOF_BUILTIN(int, __launchproof_ilogb, (double), "_Z5ilogbd");
LAUNCHPROOF_FUNCTION float ldexpf(float a, int n) {
  return __launchproof_ldexp(a, n);
}
LAUNCHPROOF_FUNCTION float ldexp(float a, int n) {
  return __launchproof_ldexp(a, n);
}
LAUNCHPROOF_FUNCTION double ldexp(double a, int n) {
  return __launchproof_ldexp(a, n);
}
LAUNCHPROOF_FUNCTION float scalbnf(float a, int n) {
  return __launchproof_ldexp(a, n);
}
LAUNCHPROOF_FUNCTION double scalbn(double a, int n) {
  return __launchproof_ldexp(a, n);
}
LAUNCHPROOF_FUNCTION int ilogbf(float a) {
  return __launchproof_ilogb(a);
}
LAUNCHPROOF_FUNCTION int ilogb(double a) {
  return __launchproof_ilogb(a);
}
LAUNCHPROOF_FUNCTION float nearbyintf(float a) {
  return __launchproof_rint(a);
}
LAUNCHPROOF_FUNCTION double nearbyint(double a) {
  return __launchproof_rint(a);
}
LAUNCHPROOF_FUNCTION float fdividef(float a, float b) {
  return a / b;
}

// pow with an integer.
LAUNCHPROOF_BUILTIN(float, __launchproof_pown, (float, int), "_Z4pownfi");
LAUNCHPROOF_BUILTIN(double, __launchproof_pown, (double, int), "_Z4powndi");
LAUNCHPROOF_FUNCTION float pow(float a, int n) {
  return __launchproof_pown(a, n);
}
LAUNCHPROOF_FUNCTION float powif(float a, int n) {
  return __launchproof_pown(a, n);
}
LAUNCHPROOF_FUNCTION double pow(double a, int n) {
  return __launchproof_pown(a, n);
}
LAUNCHPROOF_FUNCTION double powi(double a, int n) {
  return __launchproof_pown(a, n);
}
LAUNCHPROOF_OF_INTEGER double pow(T a, int n) {
  return __launchproof_pown((double)a, n);
}
LAUNCHPROOF_OF_INTEGER double pow(T a, double b) {
  return __launchproof_pow((double)a, b);
}

LAUNCHPROOF_FUNCTION void sincosf(float a, float* sine, float* cosine) {
  *sine = __launchproof_sin(a);
  *cosine = __launchproof_cos(a);
}
LAUNCHPROOF_FUNCTION void sincos(float a, float* sine, float* cosine) {
  *sine = __launchproof_sin(a);
  *cosine = __launchproof_cos(a);
}
LAUNCHPROOF_FUNCTION void sincos(double a, double* sine, double* cosine) {
  *sine = __launchproof_sin(a);
  *cosine = __launchproof_cos(a);
}
LAUNCHPROOF_FUNCTION void sincospif(float a, float* sine, float* cosine) {
  *sine = __launchproof_sinpi(a);
  *cosine = __launchproof_cospi(a);
}
LAUNCHPROOF_FUNCTION void sincospi(double a, double* sine, double* cosine) {
  *sine = __launchproof_sinpi(a);
  *cosine = __launchproof_cospi(a);
}
LAUNCHPROOF_FUNCTION float modff(float a, float* whole) {
  *whole = __launchproof_trunc(a);
  return __launchproof_copysign(a - *whole, a);
}
LAUNCHPROOF_FUNCTION double modf(double a, double* whole) {
  *whole = __launchproof_trunc(a);
  return __launchproof_copysign(a - *whole, a);
}

// Classifications of a float.
#define LAUNCHPROOF_CLASS(name, type, letter, length)                               \
  LAUNCHPROOF_BUILTIN(int, __launchproof_##name, (type), "_Z" length #name letter); \
  LAUNCHPROOF_FUNCTION bool name(type a) {                                          \
    return __launchproof_##name(a) != 0;                                            \
  }
LAUNCHPROOF_CLASS(isnan, float, "f", "5")
LAUNCHPROOF_CLASS(isnan, double, "d", "5")
LAUNCHPROOF_CLASS(isinf, float, "f", "5")
LAUNCHPROOF_CLASS(isinf, double, "d", "5")
LAUNCHPROOF_CLASS(isfinite, float, "f", "8")
LAUNCHPROOF_CLASS(isfinite, double, "d", "8")
LAUNCHPROOF_CLASS(signbit, float, "f", "7")
LAUNCHPROOF_CLASS(signbit, double, "d", "7")
#undef LAUNCHPROOF_CLASS

// Functions with two results. The fraction lies in [0.5, 1), or is the operand if that has no exponent.
LAUNCHPROOF_BUILTIN(float, __launchproof_frexp, (float, int*), "_Z5frexpfPi");
LAUNCHPROOF_BUILTIN(double, __launchproof_frexp, (double, int*), "_Z5frexpdPi");
LAUNCHPROOF_BUILTIN(float, __launchproof_remquo, (float, float, int*), "_Z6remquoffPi");
LAUNCHPROOF_BUILTIN(double, __launchproof_remquo, (double, double, int*), "_Z6remquoddPi");
LAUNCHPROOF_FUNCTION float frexpf(float a, int* exponent) {
  return __launchproof_frexp(a, exponent);
}
LAUNCHPROOF_FUNCTION float frexp(float a, int* exponent) {
  return __launchproof_frexp(a, exponent);
}
LAUNCHPROOF_FUNCTION double frexp(double a, int* exponent) {
  return __launchproof_frexp(a, exponent);
}
LAUNCHPROOF_FUNCTION float remquof(float a, float b, int* quotient) {
  return __launchproof_remquo(a, b, quotient);
}
LAUNCHPROOF_FUNCTION float remquo(float a, float b, int* quotient) {
  return __launchproof_remquo(a, b, quotient);
}
LAUNCHPROOF_FUNCTION double remquo(double a, double b, int* quotient) {
  return __launchproof_remquo(a, b, quotient);
}
LAUNCHPROOF_FUNCTION float modf(float a, float* whole) {
  return modff(a, whole);
}

LAUNCHPROOF_FUNCTION float scalblnf(float a, long n) {
  return __launchproof_ldexp(a, n < -9999 ? -9999 : (n > 9999 ? 9999 : (int)n));
}
LAUNCHPROOF_FUNCTION double scalbln(double a, long n) {
  return __launchproof_ldexp(a, n < -9999 ? -9999 : (n > 9999 ? 9999 : (int)n));
}
LAUNCHPROOF_FUNCTION double fdivide(double a, double b) {
  return a / b;
}
LAUNCHPROOF_BUILTIN(float, __launchproof_nan, (unsigned), "_Z3nanj");
LAUNCHPROOF_BUILTIN(double, __launchproof_nan, (unsigned long long), "_Z3nanm");
LAUNCHPROOF_FUNCTION float nanf(const char*) {
  return __launchproof_nan(0u);
}
LAUNCHPROOF_FUNCTION double nan(const char*) {
  return __launchproof_nan(0ull);
}

// The length of a vector in memory, and its reciprocal.
#define LAUNCHPROOF_NORM(T, suffix)                                             \
  LAUNCHPROOF_FUNCTION T norm##suffix(int count, const T* of) {                 \
    T sum = 0;                                                                  \
    for (int i = 0; i < count; ++i) sum = __launchproof_fma(of[i], of[i], sum); \
    return __launchproof_sqrt(sum);                                             \
  }                                                                             \
  LAUNCHPROOF_FUNCTION T rnorm##suffix(int count, const T* of) {                \
    T sum = 0;                                                                  \
    for (int i = 0; i < count; ++i) sum = __launchproof_fma(of[i], of[i], sum); \
    return __launchproof_rsqrt(sum);                                            \
  }
LAUNCHPROOF_NORM(float, f)
LAUNCHPROOF_NORM(double, )
#undef LAUNCHPROOF_NORM

// Intrinsic functions, which are less exact.
#define LAUNCHPROOF_FAST(name, opencl, length)                                                           \
  LAUNCHPROOF_BUILTIN(float, __launchproof_native_##opencl, (float), "_Z" length "native_" #opencl "f"); \
  LAUNCHPROOF_FUNCTION float name(float a) {                                                             \
    return __launchproof_native_##opencl(a);                                                             \
  }
LAUNCHPROOF_FAST(__sinf, sin, "10")
LAUNCHPROOF_FAST(__cosf, cos, "10")
LAUNCHPROOF_FAST(__tanf, tan, "10")
LAUNCHPROOF_FAST(__expf, exp, "10")
LAUNCHPROOF_FAST(__exp10f, exp10, "12")
LAUNCHPROOF_FAST(__logf, log, "10")
LAUNCHPROOF_FAST(__log2f, log2, "11")
LAUNCHPROOF_FAST(__log10f, log10, "12")
#undef LAUNCHPROOF_FAST
LAUNCHPROOF_BUILTIN(float, __launchproof_native_powr, (float, float), "_Z11native_powrff");
LAUNCHPROOF_BUILTIN(float, __launchproof_native_divide, (float, float), "_Z13native_divideff");
__device__ float __tanhf(float);
LAUNCHPROOF_FUNCTION float __powf(float a, float b) {
  return __launchproof_native_powr(a, b);
}
LAUNCHPROOF_FUNCTION float __fdividef(float a, float b) {
  return __launchproof_native_divide(a, b);
}
LAUNCHPROOF_FUNCTION float saturate(float a) {
  return __launchproof_fmin(__launchproof_fmax(a, 0.0f), 1.0f);
}
LAUNCHPROOF_FUNCTION void __sincosf(float a, float* sine, float* cosine) {
  *sine = __launchproof_native_sin(a);
  *cosine = __launchproof_native_cos(a);
}
LAUNCHPROOF_FUNCTION float __saturatef(float a) {
  return __launchproof_fmin(__launchproof_fmax(a, 0.0f), 1.0f);
}

// Functions with a rounding mode. Those that round to nearest are never contracted.
#pragma clang fp contract(off)
LAUNCHPROOF_FUNCTION float __fadd_rn(float a, float b) {
  return a + b;
}
LAUNCHPROOF_FUNCTION float __fsub_rn(float a, float b) {
  return a - b;
}
LAUNCHPROOF_FUNCTION float __fmul_rn(float a, float b) {
  return a * b;
}
LAUNCHPROOF_FUNCTION float __fdiv_rn(float a, float b) {
  return a / b;
}
LAUNCHPROOF_FUNCTION float __frcp_rn(float a) {
  return 1.0f / a;
}
LAUNCHPROOF_FUNCTION double __dadd_rn(double a, double b) {
  return a + b;
}
LAUNCHPROOF_FUNCTION double __dsub_rn(double a, double b) {
  return a - b;
}
LAUNCHPROOF_FUNCTION double __dmul_rn(double a, double b) {
  return a * b;
}
LAUNCHPROOF_FUNCTION double __ddiv_rn(double a, double b) {
  return a / b;
}
LAUNCHPROOF_FUNCTION double __drcp_rn(double a) {
  return 1.0 / a;
}
#pragma clang fp contract(fast)
LAUNCHPROOF_FUNCTION float __fsqrt_rn(float a) {
  return __launchproof_sqrt(a);
}
LAUNCHPROOF_FUNCTION float __frsqrt_rn(float a) {
  return __launchproof_rsqrt(a);
}
LAUNCHPROOF_FUNCTION double __dsqrt_rn(double a) {
  return __launchproof_sqrt(a);
}
LAUNCHPROOF_FUNCTION float __fmaf_rn(float a, float b, float c) {
  return __launchproof_fma(a, b, c);
}
LAUNCHPROOF_FUNCTION float __fmaf_ieee_rn(float a, float b, float c) {
  return __launchproof_fma(a, b, c);
}
LAUNCHPROOF_FUNCTION double __fma_rn(double a, double b, double c) {
  return __launchproof_fma(a, b, c);
}
#define LAUNCHPROOF_ROUNDED(mode)                         \
  __device__ float __fadd_##mode(float, float);           \
  __device__ float __fsub_##mode(float, float);           \
  __device__ float __fmul_##mode(float, float);           \
  __device__ float __fdiv_##mode(float, float);           \
  __device__ float __frcp_##mode(float);                  \
  __device__ float __fsqrt_##mode(float);                 \
  __device__ float __fmaf_##mode(float, float, float);    \
  __device__ double __dadd_##mode(double, double);        \
  __device__ double __dsub_##mode(double, double);        \
  __device__ double __dmul_##mode(double, double);        \
  __device__ double __ddiv_##mode(double, double);        \
  __device__ double __drcp_##mode(double);                \
  __device__ double __dsqrt_##mode(double);               \
  __device__ double __fma_##mode(double, double, double); \
  __device__ float __fmaf_ieee_##mode(float, float, float);
LAUNCHPROOF_ROUNDED(rz)
LAUNCHPROOF_ROUNDED(ru)
LAUNCHPROOF_ROUNDED(rd)
#undef LAUNCHPROOF_ROUNDED

// Operations on two floats at once (compute capability 10.0).
LAUNCHPROOF_FUNCTION float2 __fadd2_rn(float2 a, float2 b) {
  return {__fadd_rn(a.x, b.x), __fadd_rn(a.y, b.y)};
}
LAUNCHPROOF_FUNCTION float2 __fmul2_rn(float2 a, float2 b) {
  return {__fmul_rn(a.x, b.x), __fmul_rn(a.y, b.y)};
}
LAUNCHPROOF_FUNCTION float2 __ffma2_rn(float2 a, float2 b, float2 c) {
  return {__fmaf_rn(a.x, b.x, c.x), __fmaf_rn(a.y, b.y, c.y)};
}
#define LAUNCHPROOF_ROUNDED(mode)                                            \
  LAUNCHPROOF_FUNCTION float2 __fadd2_##mode(float2 a, float2 b) {           \
    return {__fadd_##mode(a.x, b.x), __fadd_##mode(a.y, b.y)};               \
  }                                                                          \
  LAUNCHPROOF_FUNCTION float2 __fmul2_##mode(float2 a, float2 b) {           \
    return {__fmul_##mode(a.x, b.x), __fmul_##mode(a.y, b.y)};               \
  }                                                                          \
  LAUNCHPROOF_FUNCTION float2 __ffma2_##mode(float2 a, float2 b, float2 c) { \
    return {__fmaf_##mode(a.x, b.x, c.x), __fmaf_##mode(a.y, b.y, c.y)};     \
  }
LAUNCHPROOF_ROUNDED(rz)
LAUNCHPROOF_ROUNDED(ru)
LAUNCHPROOF_ROUNDED(rd)
#undef LAUNCHPROOF_ROUNDED
