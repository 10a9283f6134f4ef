// OpenCL C's mathematical functions of one component, implemented with the C library. If the language allows
// an error of some units in the last place, results may differ from those of a device.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

#include "verify/replay/lowering/hooks.h"

namespace launchproof::replay {
namespace {

template <typename T>
constexpr T kPi = std::numbers::pi_v<T>;

// clang-format off
template <typename T> struct Functions {
  static T acos(T x) { return std::acos(x); }
  static T acosh(T x) { return std::acosh(x); }
  static T acospi(T x) { return std::acos(x) / kPi<T>; }
  static T asin(T x) { return std::asin(x); }
  static T asinh(T x) { return std::asinh(x); }
  static T asinpi(T x) { return std::asin(x) / kPi<T>; }
  static T atan(T x) { return std::atan(x); }
  static T atanh(T x) { return std::atanh(x); }
  static T atanpi(T x) { return std::atan(x) / kPi<T>; }
  static T cbrt(T x) { return std::cbrt(x); }
  static T ceil(T x) { return std::ceil(x); }
  static T cos(T x) { return std::cos(x); }
  static T cosh(T x) { return std::cosh(x); }
  static T cospi(T x) { return std::cos(std::fmod(x, T(2)) * kPi<T>); }
  static T degrees(T x) { return x * (T(180) / kPi<T>); }
  static T erf(T x) { return std::erf(x); }
  static T erfc(T x) { return std::erfc(x); }
  static T exp(T x) { return std::exp(x); }
  static T exp10(T x) { return std::pow(T(10), x); }
  static T exp2(T x) { return std::exp2(x); }
  static T expm1(T x) { return std::expm1(x); }
  static T fabs(T x) { return std::fabs(x); }
  static T floor(T x) { return std::floor(x); }
  static T lgamma(T x) { return std::lgamma(x); }
  static T log(T x) { return std::log(x); }
  static T log10(T x) { return std::log10(x); }
  static T log1p(T x) { return std::log1p(x); }
  static T log2(T x) { return std::log2(x); }
  static T logb(T x) { return std::logb(x); }
  static T radians(T x) { return x * (kPi<T> / T(180)); }
  static T recip(T x) { return T(1) / x; }
  static T rint(T x) { return std::rint(x); }
  static T round(T x) { return std::round(x); }
  static T rsqrt(T x) { return T(1) / std::sqrt(x); }
  static T sign(T x) {
    if (std::isnan(x)) return T(0);
    return x == 0 ? x : std::copysign(T(1), x);
  }
  static T sin(T x) { return std::sin(x); }
  static T sinh(T x) { return std::sinh(x); }
  static T sinpi(T x) { return std::sin(std::fmod(x, T(2)) * kPi<T>); }
  static T sqrt(T x) { return std::sqrt(x); }
  static T tan(T x) { return std::tan(x); }
  static T tanh(T x) { return std::tanh(x); }
  static T tanpi(T x) { return std::tan(std::fmod(x, T(1)) * kPi<T>); }
  static T tgamma(T x) { return std::tgamma(x); }
  static T trunc(T x) { return std::trunc(x); }
  static int ilogb(T x) { return std::ilogb(x); }

  static T atan2(T y, T x) { return std::atan2(y, x); }
  static T atan2pi(T y, T x) { return std::atan2(y, x) / kPi<T>; }
  static T copysign(T x, T y) { return std::copysign(x, y); }
  static T divide(T x, T y) { return x / y; }
  static T fdim(T x, T y) { return std::fdim(x, y); }
  // These return the second of two zeros. The result of std::fmin() depends on the compiler of this file.
  static T fmax(T x, T y) { return std::isnan(y) || x > y ? x : y; }
  static T fmin(T x, T y) { return std::isnan(y) || x < y ? x : y; }
  static T fmod(T x, T y) { return std::fmod(x, y); }
  static T hypot(T x, T y) { return std::hypot(x, y); }
  static T max(T x, T y) { return x < y ? y : x; }
  static T min(T x, T y) { return y < x ? y : x; }
  static T maxmag(T x, T y) {
    if (std::fabs(x) > std::fabs(y)) return x;
    return std::fabs(y) > std::fabs(x) ? y : fmax(x, y);
  }
  static T minmag(T x, T y) {
    if (std::fabs(x) < std::fabs(y)) return x;
    return std::fabs(y) < std::fabs(x) ? y : fmin(x, y);
  }
  static T nextafter(T x, T y) { return std::nextafter(x, y); }
  static T pow(T x, T y) { return std::pow(x, y); }
  static T powr(T x, T y) { return x < 0 ? std::numeric_limits<T>::quiet_NaN() : std::pow(x, y); }
  static T remainder(T x, T y) { return std::remainder(x, y); }
  static T step(T edge, T x) { return x < edge ? T(0) : T(1); }
  static T ldexp(T x, int n) { return std::ldexp(x, n); }
  static T pown(T x, int n) { return std::pow(x, T(n)); }
  static T rootn(T x, int n) { return x < 0 && n % 2 != 0 ? -std::pow(-x, T(1) / T(n)) : std::pow(x, T(1) / T(n)); }

  static T clamp(T x, T low, T high) { return fmin(fmax(x, low), high); }
  static T fma(T a, T b, T c) { return std::fma(a, b, c); }
  static T mad(T a, T b, T c) { return a * b + c; }
  static T mix(T x, T y, T a) { return x + (y - x) * a; }
  static T smoothstep(T low, T high, T x) {
    const T t = clamp((x - low) / (high - low), T(0), T(1));
    return t * t * (T(3) - T(2) * t);
  }

  // Functions with a second result: one is returned, the other one is stored.
  static T fract(T x) {
    if (std::isinf(x)) return std::copysign(T(0), x);
    return std::isnan(x) ? x : fmin(x - std::floor(x), std::nextafter(T(1), T(0)));
  }
  static T fract_stored(T x) { return std::floor(x); }
  static T frexp(T x) { int e = 0; return std::frexp(x, &e); }
  static int frexp_stored(T x) { int e = 0; std::frexp(x, &e); return e; }
  static T lgamma_r(T x) { return std::lgamma(x); }
  static int lgamma_r_stored(T x) { return x > 0 || std::fmod(std::floor(x), T(2)) == 0 ? 1 : -1; }
  static T modf(T x) { T whole; return std::modf(x, &whole); }
  static T modf_stored(T x) { T whole; std::modf(x, &whole); return whole; }
  static T remquo(T x, T y) { int q = 0; return std::remquo(x, y, &q); }
  static int remquo_stored(T x, T y) { int q = 0; std::remquo(x, y, &q); return q; }
  static T sincos(T x) { return std::sin(x); }
  static T sincos_stored(T x) { return std::cos(x); }
};

// Conversions to T that round towards zero, up or down. A long double holds every operand.
template <typename T> struct Conversions {
  static T moved(T nearest, long double exact, int direction) {
    const long double made = nearest;
    const T infinity = std::numeric_limits<T>::infinity();
    if (direction == 0) direction = exact < 0 ? 1 : -1;
    if (direction > 0) return made < exact ? std::nextafter(nearest, infinity) : nearest;
    return made > exact ? std::nextafter(nearest, -infinity) : nearest;
  }
  template <typename From, int kDirection> static T convert(From value) {
    return moved(static_cast<T>(value), static_cast<long double>(value), kDirection);
  }
};
// clang-format on

template <typename T, int kDirection>
void add_conversions(std::vector<Symbol>& symbols, const char* from_signed, const char* from_unsigned,
                     const char* from_double) {
  symbols.emplace_back(from_signed, reinterpret_cast<const void*>(
                                        &Conversions<T>::template convert<std::int64_t, kDirection>));
  symbols.emplace_back(from_unsigned, reinterpret_cast<const void*>(
                                          &Conversions<T>::template convert<std::uint64_t, kDirection>));
  symbols.emplace_back(from_double,
                       reinterpret_cast<const void*>(&Conversions<T>::template convert<double, kDirection>));
}

}  // namespace

const std::vector<Symbol>& math_symbols() {
#define BOTH(name)                                                          \
  {#name ".f32", reinterpret_cast<const void*>(&Functions<float>::name)}, { \
    #name ".f64", reinterpret_cast<const void*>(&Functions<double>::name)   \
  }
  static const std::vector<Symbol> symbols = [] {
    std::vector<Symbol> all{
        BOTH(acos),
        BOTH(acosh),
        BOTH(acospi),
        BOTH(asin),
        BOTH(asinh),
        BOTH(asinpi),
        BOTH(atan),
        BOTH(atanh),
        BOTH(atanpi),
        BOTH(cbrt),
        BOTH(ceil),
        BOTH(cos),
        BOTH(cosh),
        BOTH(cospi),
        BOTH(degrees),
        BOTH(erf),
        BOTH(erfc),
        BOTH(exp),
        BOTH(exp10),
        BOTH(exp2),
        BOTH(expm1),
        BOTH(fabs),
        BOTH(floor),
        BOTH(lgamma),
        BOTH(log),
        BOTH(log10),
        BOTH(log1p),
        BOTH(log2),
        BOTH(logb),
        BOTH(radians),
        BOTH(recip),
        BOTH(rint),
        BOTH(round),
        BOTH(rsqrt),
        BOTH(sign),
        BOTH(sin),
        BOTH(sinh),
        BOTH(sinpi),
        BOTH(sqrt),
        BOTH(tan),
        BOTH(tanh),
        BOTH(tanpi),
        BOTH(tgamma),
        BOTH(trunc),
        BOTH(ilogb),
        BOTH(atan2),
        BOTH(atan2pi),
        BOTH(copysign),
        BOTH(divide),
        BOTH(fdim),
        BOTH(fmax),
        BOTH(fmin),
        BOTH(fmod),
        BOTH(hypot),
        BOTH(max),
        BOTH(min),
        BOTH(maxmag),
        BOTH(minmag),
        BOTH(nextafter),
        BOTH(pow),
        BOTH(powr),
        BOTH(remainder),
        BOTH(step),
        BOTH(ldexp),
        BOTH(pown),
        BOTH(rootn),
        BOTH(clamp),
        BOTH(fma),
        BOTH(mad),
        BOTH(mix),
        BOTH(smoothstep),
        BOTH(fract),
        BOTH(fract_stored),
        BOTH(frexp),
        BOTH(frexp_stored),
        BOTH(lgamma_r),
        BOTH(lgamma_r_stored),
        BOTH(modf),
        BOTH(modf_stored),
        BOTH(remquo),
        BOTH(remquo_stored),
        BOTH(sincos),
        BOTH(sincos_stored),
    };
    add_conversions<float, 0>(all, "convert_rtz.i64.f32", "convert_rtz.u64.f32", "convert_rtz.f64.f32");
    add_conversions<float, 1>(all, "convert_rtp.i64.f32", "convert_rtp.u64.f32", "convert_rtp.f64.f32");
    add_conversions<float, -1>(all, "convert_rtn.i64.f32", "convert_rtn.u64.f32", "convert_rtn.f64.f32");
    add_conversions<double, 0>(all, "convert_rtz.i64.f64", "convert_rtz.u64.f64", "convert_rtz.f64.f64");
    add_conversions<double, 1>(all, "convert_rtp.i64.f64", "convert_rtp.u64.f64", "convert_rtp.f64.f64");
    add_conversions<double, -1>(all, "convert_rtn.i64.f64", "convert_rtn.u64.f64", "convert_rtn.f64.f64");
    add_rounded_functions(all);
    return all;
  }();
#undef BOTH
  return symbols;
}

}  // namespace launchproof::replay
