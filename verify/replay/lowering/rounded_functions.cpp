// CUDA functions with an explicit rounding direction: __fadd_rd, __fmaf_rz, __ddiv_ru and the like (CUDA Math
// API, "Single Precision Intrinsics" and "Double Precision Intrinsics").
#include <cfenv>
#include <cmath>
#include <string>

#include "verify/replay/lowering/hooks.h"

namespace launchproof::replay {
namespace {

// Operands and result are volatile, so that nothing is computed before the direction is set or after it is
// reset.
template <int direction, typename T, typename Compute>
T rounded(const Compute& compute) {
  const int before = std::fegetround();
  std::fesetround(direction);
  volatile T result = compute();
  std::fesetround(before);
  return result;
}

template <int direction, typename T>
struct Rounded {
  static T add(T x, T y) {
    volatile T a = x, b = y;
    return rounded<direction, T>([&]() -> T { return a + b; });
  }
  static T sub(T x, T y) {
    volatile T a = x, b = y;
    return rounded<direction, T>([&]() -> T { return a - b; });
  }
  static T mul(T x, T y) {
    volatile T a = x, b = y;
    return rounded<direction, T>([&]() -> T { return a * b; });
  }
  static T div(T x, T y) {
    volatile T a = x, b = y;
    return rounded<direction, T>([&]() -> T { return a / b; });
  }
  static T fma(T x, T y, T z) {
    volatile T a = x, b = y, c = z;
    return rounded<direction, T>([&]() -> T { return std::fma(a, b, c); });
  }
  static T rcp(T x) { return div(T(1), x); }
  static T sqrt(T x) {
    volatile T a = x;
    return rounded<direction, T>([&]() -> T { return std::sqrt(a); });
  }
};

template <typename Function>
const void* code_of(Function* function) {
  return reinterpret_cast<const void*>(function);
}

template <int direction>
void add_direction(std::vector<Symbol>& all, const char* const (&names)[14]) {
  using F = Rounded<direction, float>;
  using D = Rounded<direction, double>;
  const void* const functions[14] = {code_of(F::add),  code_of(D::add), code_of(F::sub), code_of(D::sub),
                                     code_of(F::mul),  code_of(D::mul), code_of(F::div), code_of(D::div),
                                     code_of(F::fma),  code_of(D::fma), code_of(F::rcp), code_of(D::rcp),
                                     code_of(F::sqrt), code_of(D::sqrt)};
  for (std::size_t i = 0; i < 14; ++i) all.emplace_back(names[i], functions[i]);
}

#define LAUNCHPROOF_NAMES(direction)                                                                   \
  {"rounded_add_" direction ".f32",  "rounded_add_" direction ".f64", "rounded_sub_" direction ".f32", \
   "rounded_sub_" direction ".f64",  "rounded_mul_" direction ".f32", "rounded_mul_" direction ".f64", \
   "rounded_div_" direction ".f32",  "rounded_div_" direction ".f64", "rounded_fma_" direction ".f32", \
   "rounded_fma_" direction ".f64",  "rounded_rcp_" direction ".f32", "rounded_rcp_" direction ".f64", \
   "rounded_sqrt_" direction ".f32", "rounded_sqrt_" direction ".f64"}

}  // namespace

void add_rounded_functions(std::vector<Symbol>& all) {
  add_direction<FE_DOWNWARD>(all, LAUNCHPROOF_NAMES("rd"));
  add_direction<FE_UPWARD>(all, LAUNCHPROOF_NAMES("ru"));
  add_direction<FE_TOWARDZERO>(all, LAUNCHPROOF_NAMES("rz"));
  add_direction<FE_TONEAREST>(all, LAUNCHPROOF_NAMES("rn"));
}

std::string rounded_function(std::string_view name) {
  static constexpr std::string_view kOperations[] = {"add", "sub", "mul", "div", "fma", "rcp", "sqrt"};
  static constexpr std::string_view kDirections[] = {"rd", "ru", "rz", "rn"};
  for (const std::string_view operation : kOperations)
    for (const std::string_view direction : kDirections) {
      const std::string rest = std::string(operation) + "_" + std::string(direction);
      const bool is_fma = operation == "fma";
      if (name == (is_fma ? "__" : "__d") + rest ||
          name == (is_fma ? "__fmaf_" + std::string(direction) : "__f" + rest))
        return "rounded_" + rest;
    }
  return {};
}

}  // namespace launchproof::replay
