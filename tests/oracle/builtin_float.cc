// Implements the math, common and geometric functions. Single precision uses the single-precision library
// functions; half precision is computed in single precision and rounded. native_ and half_ functions are the
// plain ones.
#include <cmath>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/elementwise.h"

namespace launchproof::oracle {

namespace {

// fmin and fmax. Of two equal numbers the second one is taken, so that it does not depend on the compiler
// which of two zeros it is.
template <typename T>
T smaller(T x, T y) {
  if (std::isnan(x)) return y;
  return std::isnan(y) || x < y ? x : y;
}

template <typename T>
T larger(T x, T y) {
  if (std::isnan(x)) return y;
  return std::isnan(y) || x > y ? x : y;
}

using Word = std::uint64_t;

template <std::size_t N>
struct Pair;  // a function in single and in double precision
template <>
struct Pair<1> {
  float (*single)(float);
  double (*twice)(double);
};
template <>
struct Pair<2> {
  float (*single)(float, float);
  double (*twice)(double, double);
};
template <>
struct Pair<3> {
  float (*single)(float, float, float);
  double (*twice)(double, double, double);
};

constexpr double kPi = 3.14159265358979323846;

// Makes one entry for each function of one argument, whose body is written once for both precisions.
#define UNARY(name, body)                \
  {                                      \
    name, {                              \
      [](float x) -> float {             \
        using F = float;                 \
        return static_cast<F>(body);     \
      },                                 \
          [](double x) -> double {       \
            using F = double;            \
            return static_cast<F>(body); \
          }                              \
    }                                    \
  }
#define BINARY(name, body)                   \
  {                                          \
    name, {                                  \
      [](float x, float y) -> float {        \
        using F = float;                     \
        return static_cast<F>(body);         \
      },                                     \
          [](double x, double y) -> double { \
            using F = double;                \
            return static_cast<F>(body);     \
          }                                  \
    }                                        \
  }
#define TERNARY(name, body)                            \
  {                                                    \
    name, {                                            \
      [](float x, float y, float z) -> float {         \
        using F = float;                               \
        return static_cast<F>(body);                   \
      },                                               \
          [](double x, double y, double z) -> double { \
            using F = double;                          \
            return static_cast<F>(body);               \
          }                                            \
    }                                                  \
  }

const std::map<std::string, Pair<1>>& unary() {
  static const std::map<std::string, Pair<1>> kUnary{
      UNARY("acos", std::acos(x)),
      UNARY("acosh", std::acosh(x)),
      UNARY("acospi", std::acos(x) / F(kPi)),
      UNARY("asin", std::asin(x)),
      UNARY("asinh", std::asinh(x)),
      UNARY("asinpi", std::asin(x) / F(kPi)),
      UNARY("atan", std::atan(x)),
      UNARY("atanh", std::atanh(x)),
      UNARY("atanpi", std::atan(x) / F(kPi)),
      UNARY("cbrt", std::cbrt(x)),
      UNARY("ceil", std::ceil(x)),
      UNARY("cos", std::cos(x)),
      UNARY("cosh", std::cosh(x)),
      UNARY("cospi", std::cos(x * F(kPi))),
      UNARY("degrees", x * F(180 / kPi)),
      UNARY("erf", std::erf(x)),
      UNARY("erfc", std::erfc(x)),
      UNARY("exp", std::exp(x)),
      UNARY("exp2", std::exp2(x)),
      UNARY("exp10", std::pow(F(10), x)),
      UNARY("expm1", std::expm1(x)),
      UNARY("fabs", std::fabs(x)),
      UNARY("floor", std::floor(x)),
      UNARY("lgamma", std::lgamma(x)),
      UNARY("log", std::log(x)),
      UNARY("log10", std::log10(x)),
      UNARY("log1p", std::log1p(x)),
      UNARY("log2", std::log2(x)),
      UNARY("logb", std::logb(x)),
      UNARY("radians", x * F(kPi / 180)),
      UNARY("recip", F(1) / x),
      UNARY("rint", std::nearbyint(x)),
      UNARY("round", std::round(x)),
      UNARY("rsqrt", F(1) / std::sqrt(x)),
      UNARY("sign", x > 0           ? F(1)
                    : x < 0         ? F(-1)
                    : std::isnan(x) ? F(0)
                                    : x),
      UNARY("sin", std::sin(x)),
      UNARY("sinh", std::sinh(x)),
      UNARY("sinpi", std::sin(x * F(kPi))),
      UNARY("sqrt", std::sqrt(x)),
      UNARY("tan", std::tan(x)),
      UNARY("tanh", std::tanh(x)),
      UNARY("tanpi", std::tan(x * F(kPi))),
      UNARY("tgamma", std::tgamma(x)),
      UNARY("trunc", std::trunc(x)),
  };
  return kUnary;
}

const std::map<std::string, Pair<2>>& binary() {
  static const std::map<std::string, Pair<2>> kBinary{
      BINARY("atan2", std::atan2(x, y)),
      BINARY("atan2pi", std::atan2(x, y) / F(kPi)),
      BINARY("copysign", std::copysign(x, y)),
      BINARY("divide", x / y),
      BINARY("fdim", std::fdim(x, y)),
      BINARY("fmax", larger<F>(x, y)),
      BINARY("fmin", smaller<F>(x, y)),
      BINARY("fmod", std::fmod(x, y)),
      BINARY("hypot", std::hypot(x, y)),
      BINARY("max", x < y ? y : x),
      BINARY("maxmag", std::fabs(x) > std::fabs(y)   ? x
                       : std::fabs(y) > std::fabs(x) ? y
                                                     : larger<F>(x, y)),
      BINARY("min", y < x ? y : x),
      BINARY("minmag", std::fabs(x) < std::fabs(y)   ? x
                       : std::fabs(y) < std::fabs(x) ? y
                                                     : smaller<F>(x, y)),
      BINARY("nextafter", std::nextafter(x, y)),
      BINARY("pow", std::pow(x, y)),
      BINARY("powr", std::pow(x, y)),
      BINARY("remainder", std::remainder(x, y)),
      BINARY("step", y < x ? F(0) : F(1)),
  };
  return kBinary;
}

const std::map<std::string, Pair<3>>& ternary() {
  static const std::map<std::string, Pair<3>> kTernary{
      TERNARY("clamp", smaller<F>(larger<F>(x, y), z)),
      TERNARY("fma", std::fma(x, y, z)),
      TERNARY("mad", x * y + z),
      TERNARY("mix", x + (y - x) * z),
      TERNARY("smoothstep", (smaller<F>(larger<F>((z - x) / (y - x), F(0)), F(1)) *
                             smaller<F>(larger<F>((z - x) / (y - x), F(0)), F(1)) *
                             (F(3) - F(2) * smaller<F>(larger<F>((z - x) / (y - x), F(0)), F(1))))),
  };
  return kTernary;
}

#undef UNARY
#undef BINARY
#undef TERNARY

template <typename Function>
Word apply(const Function& function, const ScalarType& type, Word a) {
  if (type.bits == 64) return bits_of(function.twice(as_double(a)));
  return from_single(function.single(to_single(a, type.bits)), type.bits);
}

// Returns the name without prefixes that only permit less precision. Maps LLVM's intrinsics to OpenCL's
// names.
std::string plain_name(const std::string& name) {
  static const std::map<std::string, std::string> kIntrinsics{
      {"llvm.fmuladd", "mad"}, {"llvm.maxnum", "fmax"}, {"llvm.minnum", "fmin"}, {"llvm.nearbyint", "rint"}};
  const auto intrinsic = kIntrinsics.find(name);
  if (intrinsic != kIntrinsics.end()) return intrinsic->second;
  for (const char* prefix : {"native_", "half_", "llvm."}) {
    if (name.starts_with(prefix)) return name.substr(std::string(prefix).size());
  }
  return name;
}

// Implements functions of a float and an integer.
Handler find_mixed(const Signature& signature, const std::string& name) {
  using WithInteger = double (*)(double, int);
  static const std::map<std::string, WithInteger> kFunctions{
      {"ldexp", [](double x, int n) { return std::ldexp(x, n); }},
      {"pown", [](double x, int n) { return std::pow(x, n); }},
      {"rootn",
       [](double x, int n) { return std::copysign(std::pow(std::fabs(x), 1.0 / n), n % 2 != 0 ? x : 1.0); }}};
  if (const auto found = kFunctions.find(name); found != kFunctions.end()) {
    return elementwise(signature, [f = found->second](const ScalarType& t, Word a, Word b, Word) {
      return from_double(f(to_double(a, t.bits), static_cast<int>(b)), t.bits);
    });
  }
  if (name == "ilogb") {
    return elementwise(signature, [](const ScalarType& t, Word a, Word, Word) {
      return static_cast<Word>(std::ilogb(to_double(a, t.bits)));
    });
  }
  if (name == "nan") {
    return elementwise(signature, [](const ScalarType& t, Word a, Word, Word) {
      if (t.bits == 64) return a | 0x7ff8000000000000;
      return a | (t.bits == 32 ? 0x7fc00000 : 0x7e00);
    });
  }
  return {};
}

// Implements dot, length, distance, normalize, cross and their fast_ forms.
Handler find_geometric(const Signature& signature) {
  std::string name = signature.name;
  if (name.starts_with("fast_")) name = name.substr(5);
  const std::uint32_t lanes = signature.parameters[0].lanes;
  const unsigned bits = signature.parameters[0].scalar.bits;
  const auto dot = [lanes, bits](const Word* a, const Word* b) {
    double sum = 0;
    for (std::uint32_t i = 0; i < lanes; ++i) sum += to_double(a[i], bits) * to_double(b[i], bits);
    return sum;
  };
  if (name == "dot") {
    return [=](CallingItem&, Lanes v, Word* result) { *result = from_double(dot(v[0], v[1]), bits); };
  }
  if (name == "length") {
    return
        [=](CallingItem&, Lanes v, Word* result) { *result = from_double(std::sqrt(dot(v[0], v[0])), bits); };
  }
  if (name == "distance") {
    return [=](CallingItem&, Lanes v, Word* result) {
      double sum = 0;
      for (std::uint32_t i = 0; i < lanes; ++i) {
        const double d = to_double(v[0][i], bits) - to_double(v[1][i], bits);
        sum += d * d;
      }
      *result = from_double(std::sqrt(sum), bits);
    };
  }
  if (name == "normalize") {
    return [=](CallingItem&, Lanes v, Word* result) {
      const double length = std::sqrt(dot(v[0], v[0]));
      for (std::uint32_t i = 0; i < lanes; ++i) {
        result[i] = length == 0 ? v[0][i] : from_double(to_double(v[0][i], bits) / length, bits);
      }
    };
  }
  if (name == "cross") {
    return [=](CallingItem&, Lanes v, Word* result) {
      for (std::uint32_t i = 0; i < lanes; ++i) {
        const std::uint32_t j = (i + 1) % 3;
        const std::uint32_t k = (i + 2) % 3;
        result[i] = i == 3 ? 0
                           : from_double(to_double(v[0][j], bits) * to_double(v[1][k], bits) -
                                             to_double(v[0][k], bits) * to_double(v[1][j], bits),
                                         bits);
      }
    };
  }
  return {};
}

// Implements functions that return a second result through a pointer.
Handler find_two_results(const Signature& signature) {
  const std::string& name = signature.name;
  if (signature.parameters.size() < 2 || !signature.parameters.back().pointer) return {};
  static const std::map<std::string, int> kNames{{"fract", 0}, {"modf", 1},     {"sincos", 2},
                                                 {"frexp", 3}, {"lgamma_r", 4}, {"remquo", 5}};
  const auto found = kNames.find(name);
  if (found == kNames.end()) return {};
  const int which = found->second;
  const std::uint32_t lanes = signature.result_lanes;
  const unsigned bits = signature.parameters[0].scalar.bits;
  const std::size_t pointer = signature.parameters.size() - 1;
  return [=](CallingItem& item, Lanes v, Word* result) {
    const bool integer = which >= 3;
    const std::uint32_t width = integer ? 4 : bits / 8;
    std::vector<std::uint8_t> out(std::size_t{width} * lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const double x = to_double(v[0][i], bits);
      double second = 0;
      int number = 0;
      double first = 0;
      switch (which) {
        case 0:
          second = std::floor(x);
          first = smaller<double>(x - second, bits == 64 ? 0x1.fffffffffffffp-1 : 0x1.fffffep-1);
          break;
        case 1:
          first = std::modf(x, &second);
          break;
        case 2:
          first = std::sin(x);
          second = std::cos(x);
          break;
        case 3:
          first = std::frexp(x, &number);
          break;
        case 4:
          first = std::lgamma(x);
          number = std::tgamma(x) < 0 ? -1 : 1;
          break;
        default:
          first = std::remquo(x, to_double(v[1][i], bits), &number);
          break;
      }
      result[i] = from_double(first, bits);
      const Word word = integer ? static_cast<std::uint32_t>(number) : from_double(second, bits);
      for (std::uint32_t b = 0; b < width; ++b)
        out[i * width + b] = static_cast<std::uint8_t>(word >> (8 * b));
    }
    item.write(*v[pointer], static_cast<std::uint32_t>(out.size()), out.data());
  };
}

}  // namespace

Handler find_float_builtin(const Signature& signature) {
  if (signature.parameters.empty()) return {};
  const TypeName& first = signature.parameters[0];
  const std::string name = plain_name(signature.name);
  if (name == "nan") return find_mixed(signature, name);
  if (!first.scalar.is_float || first.pointer || !first.known || signature.result_lanes == 0) return {};
  if (Handler handler = find_two_results(signature)) return handler;
  if (Handler handler = find_mixed(signature, name)) return handler;
  if (Handler handler = find_geometric(signature)) return handler;
  // step and smoothstep may have scalar edges before a vector; the type of the first argument decides even
  // so.
  switch (signature.parameters.size()) {
    case 1:
      if (const auto found = unary().find(name); found != unary().end()) {
        return elementwise(signature, [f = found->second](const ScalarType& t, Word a, Word, Word) {
          return apply(f, t, a);
        });
      }
      return {};
    case 2:
      if (const auto found = binary().find(name); found != binary().end()) {
        return elementwise(signature, [f = found->second](const ScalarType& t, Word a, Word b, Word) {
          return t.bits == 64 ? bits_of(f.twice(as_double(a), as_double(b)))
                              : from_single(f.single(to_single(a, t.bits), to_single(b, t.bits)), t.bits);
        });
      }
      return {};
    case 3:
      if (const auto found = ternary().find(name); found != ternary().end()) {
        return elementwise(signature, [f = found->second](const ScalarType& t, Word a, Word b, Word c) {
          return t.bits == 64
                     ? bits_of(f.twice(as_double(a), as_double(b), as_double(c)))
                     : from_single(f.single(to_single(a, t.bits), to_single(b, t.bits), to_single(c, t.bits)),
                                   t.bits);
        });
      }
      return {};
    default:
      return {};
  }
}

}  // namespace launchproof::oracle
