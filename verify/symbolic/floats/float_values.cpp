#include "verify/symbolic/floats/float_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "verify/symbolic/floats/float_bits.h"

namespace launchproof::symbolic {

using smt::Bits;
using smt::Kind;
using smt::SignedBits;
using smt::Term;

namespace {

constexpr unsigned kMostDepth = 96;    // number of nested operations that are analysed
constexpr unsigned kMostAtoms = 3;     // integers from which a float is computed
constexpr unsigned kStepsOfLoose = 6;  // number of floats on either side of a quotient with an error of at
                                       // most 2.5 ulp
constexpr std::string_view kExact = "float.exact.";
constexpr std::string_view kOpaque = "f.";
constexpr std::string_view kAnyRounding = ".any";  // suffix on devices that may round towards zero
constexpr unsigned kSingle = 32;
constexpr unsigned kDouble = 64;

double smallest_normal(unsigned width) {
  return width == kSingle ? double{std::numeric_limits<float>::min()} : std::numeric_limits<double>::min();
}

// Returns the next float of the format towards `to`.
double step(double x, unsigned width, double to) {
  return width == kSingle ? double{std::nextafter(static_cast<float>(x), static_cast<float>(to))}
                          : std::nextafter(x, to);
}
double below(double x, unsigned width) {
  return step(x, width, -std::numeric_limits<double>::infinity());
}
double above(double x, unsigned width) {
  return step(x, width, std::numeric_limits<double>::infinity());
}

// Performs one operation of the format, rounded to nearest. The results go through memory, so that no
// compiler contracts two operations or keeps additional digits.
double add(double a, double b, unsigned width) {
  if (width == kSingle) {
    volatile float result = static_cast<float>(a) + static_cast<float>(b);
    return result;
  }
  volatile double result = a + b;
  return result;
}
double multiply(double a, double b, unsigned width) {
  if (width == kSingle) {
    volatile float result = static_cast<float>(a) * static_cast<float>(b);
    return result;
  }
  volatile double result = a * b;
  return result;
}
double divide(double a, double b, unsigned width) {
  if (width == kSingle) {
    volatile float result = static_cast<float>(a) / static_cast<float>(b);
    return result;
  }
  volatile double result = a / b;
  return result;
}
double multiply_add(double a, double b, double c, unsigned width) {
  return width == kSingle
             ? double{std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c))}
             : std::fma(a, b, c);
}
// The product is exact.
bool is_exact_product(double a, double b, unsigned width) {
  const double product = multiply(a, b, width);
  if (!std::isfinite(product) || (product != 0 && std::abs(product) <= smallest_normal(width))) return false;
  return multiply_add(a, b, -product, width) == 0;
}

// Compares `wanted` with `got`, which is `wanted` rounded to nearest, and rounds it in `direction`.
template <typename Number>
double redirected(Number wanted, Number got, double rounded, unsigned width, char direction) {
  const bool is_high = got > wanted;
  const bool is_low = got < wanted;
  const bool down = direction == 'n' || (direction == 'z' && wanted > 0);
  const bool up = direction == 'p' || (direction == 'z' && wanted < 0);
  if (down && is_high) return below(rounded, width);
  if (up && is_low) return above(rounded, width);
  return rounded;
}

double from_integer(SignedBits n, unsigned width, char direction) {
  const double rounded = width == kSingle ? double{static_cast<float>(n)} : static_cast<double>(n);
  return redirected<SignedBits>(n, static_cast<SignedBits>(rounded), rounded, width, direction);
}

double narrowed(double x, char direction) {
  const double rounded = static_cast<float>(x);
  return std::isfinite(rounded) ? redirected<double>(x, rounded, rounded, kSingle, direction) : rounded;
}

double to_whole(double x, char direction) {
  switch (direction) {
    case 'n':
      return std::floor(x);
    case 'p':
      return std::ceil(x);
    case 'e':
      return std::nearbyint(x);
    case 'a':
      return std::round(x);
    default:
      return std::trunc(x);
  }
}

Bits bits_of(double x, unsigned width) {
  return width == kSingle ? Bits{std::bit_cast<std::uint32_t>(static_cast<float>(x))}
                          : Bits{std::bit_cast<std::uint64_t>(x)};
}

double from_bits(Bits bits, unsigned width) {
  return width == kSingle ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}
                          : std::bit_cast<double>(static_cast<std::uint64_t>(bits));
}

// Returns the possible results on devices: finite, and including zero for those that may be flushed.
std::optional<FloatRange> settled(FloatRange x, unsigned width) {
  if (width == kSingle && (std::abs(x.low) > double{std::numeric_limits<float>::max()} ||
                           std::abs(x.high) > double{std::numeric_limits<float>::max()}))
    return std::nullopt;
  if (!std::isfinite(x.low) || !std::isfinite(x.high)) return std::nullopt;
  // This includes the smallest normal number, because some devices check the result before rounding.
  const double normal = smallest_normal(width);
  if (x.low > 0 && x.low <= normal) x.low = -0.0;
  if (x.high < 0 && x.high >= -normal) x.high = 0.0;
  return x;
}

FloatRange hull(std::initializer_list<double> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {*low, *high};
}

bool has_zero(const FloatRange& x) {
  return x.low <= 0 && x.high >= 0;
}

bool is_one(const FloatRange& x, unsigned width) {
  return bits_of(x.low, width) == bits_of(x.high, width);
}

// Adds zeros of both signs if the range ends at zero.
FloatRange of_either_sign(FloatRange x) {
  if (x.low == 0) x.low = -0.0;
  if (x.high == 0) x.high = 0.0;
  return x;
}

FloatRange product(const FloatRange& a, const FloatRange& b, unsigned width) {
  return hull({multiply(a.low, b.low, width), multiply(a.low, b.high, width), multiply(a.high, b.low, width),
               multiply(a.high, b.high, width)});
}

std::optional<FloatRange> quotient(const FloatRange& a, const FloatRange& b, unsigned width) {
  if (has_zero(b)) return std::nullopt;
  return hull({divide(a.low, b.low, width), divide(a.low, b.high, width), divide(a.high, b.low, width),
               divide(a.high, b.high, width)});
}

// The error that OpenCL allows holds for divisors from 2^-126 to 2^126.
std::optional<FloatRange> loose_quotient(const FloatRange& a, const FloatRange& b) {
  constexpr int kLargestExponent = 126;
  const double largest = std::ldexp(1.0, kLargestExponent);
  auto result = quotient(a, b, kSingle);
  if (!result || std::max(std::abs(b.low), std::abs(b.high)) > largest) return std::nullopt;
  if (std::min(std::abs(b.low), std::abs(b.high)) <= smallest_normal(kSingle)) return std::nullopt;
  for (unsigned i = 0; i < kStepsOfLoose; ++i) {
    result->low = below(result->low, kSingle);
    result->high = above(result->high, kSingle);
  }
  return of_either_sign(*result);
}

std::optional<FloatRange> extreme(const FloatRange& a, const FloatRange& b, bool least) {
  const FloatRange result = least ? FloatRange{std::min(a.low, b.low), std::min(a.high, b.high)}
                                  : FloatRange{std::max(a.low, b.low), std::max(a.high, b.high)};
  // Which of two zeros it returns is left open.
  return has_zero(a) && has_zero(b) ? of_either_sign(result) : result;
}

std::optional<bool> compared(const FloatRange& a, const FloatRange& b, std::string_view predicate) {
  const auto known = [](bool always, bool never) -> std::optional<bool> {
    if (always == never) return std::nullopt;
    return always;
  };
  if (predicate == "ord" || predicate == "uno") return predicate == "ord";
  const std::string_view which = predicate.substr(1);
  const bool apart = a.high < b.low || b.high < a.low;
  const bool same = a.low == a.high && b.low == b.high && a.low == b.low;
  if (which == "eq") return known(same, apart);
  if (which == "ne") return known(apart, same);
  if (which == "lt") return known(a.high < b.low, a.low >= b.high);
  if (which == "le") return known(a.high <= b.low, a.low > b.high);
  if (which == "gt") return known(a.low > b.high, a.high <= b.low);
  if (which == "ge") return known(a.low >= b.high, a.high < b.low);
  return std::nullopt;
}

bool is_format(unsigned width) {
  return width == kSingle || width == kDouble;
}

// fabs and negation as represented in the model: the operand, and which of the two it is.
struct Signed {
  Term of;
  bool clears = false;
};
std::optional<Signed> sign_changed(Term bits) {
  const unsigned width = bits.width();
  const Bits sign = Bits{1} << (width - 1);
  const auto& x = bits->operands;
  if (bits.kind() == Kind::ZeroExtend && x[0].kind() == Kind::Extract && x[0]->low == 0 &&
      x[0].width() + 1 == width && x[0]->operands[0].width() == width)
    return Signed{x[0]->operands[0], true};
  if (x.size() != 2) return std::nullopt;
  for (const std::size_t i : {0U, 1U}) {
    if (x[i].kind() != Kind::BvConst) continue;
    if (bits.kind() == Kind::BvAnd && x[i]->value == sign - 1) return Signed{x[1 - i], true};
    if ((bits.kind() == Kind::BvXor || bits.kind() == Kind::Add) && x[i]->value == sign)
      return Signed{x[1 - i], false};
  }
  return std::nullopt;
}

}  // namespace

struct FloatValues::Memo {
  std::unordered_map<Term, std::optional<FloatRange>> known;
};

const FloatOperation* FloatValues::operation(Term term) {
  if (term.kind() != Kind::Apply || !term->name.starts_with(kOpaque)) return nullptr;
  if (term->name.find(kAnyRounding) != std::string::npos) return nullptr;
  auto found = d_operations.find(term->name);
  if (found == d_operations.end())
    found = d_operations.emplace(term->name, float_operation(term->name.substr(kOpaque.size()))).first;
  if (!found->second) return nullptr;
  const FloatOperation& operation = *found->second;
  using K = FloatOperation::Kind;
  const bool from_float = operation.kind != K::FromInteger;
  if (from_float && !is_format(operation.width)) return nullptr;
  const bool to_float = operation.kind != K::ToInteger && operation.kind != K::Compare;
  if (to_float && !is_format(term.width())) return nullptr;
  return &operation;
}

bool FloatValues::is_known(Term term) {
  if (term.kind() != Kind::Apply) return false;
  return operation(term) != nullptr || (term->name.starts_with(kExact) && is_format(term.width()));
}

std::optional<FloatValues::Observed> FloatValues::observed(Term term) {
  const FloatOperation* const made = operation(term);
  if (made == nullptr) return std::nullopt;
  if (made->kind == FloatOperation::Kind::ToInteger) return Observed{made->is_signed};
  if (made->kind == FloatOperation::Kind::Compare) return Observed{};
  return std::nullopt;
}

IntegerRange FloatValues::integers(Term term, bool is_signed, const Given& given, unsigned depth) {
  const unsigned width = term.width();
  const auto read = [&](Bits bits) {
    const bool negative = is_signed && (bits >> (width - 1) & 1U) != 0;
    return static_cast<SignedBits>(bits) - (negative ? SignedBits{1} << width : 0);
  };
  if (given.model != nullptr) {
    const SignedBits value = read(given.model->evaluate(term));
    return {value, value};
  }
  IntegerRange known;
  if (is_signed) {
    const auto range = d_store.signed_range(term);
    known = {range.low, range.high};
  } else {
    const auto range = d_store.unsigned_range(term);
    known = {static_cast<SignedBits>(range.low), static_cast<SignedBits>(range.high)};
  }
  const auto narrow = [&](const IntegerRange& more) {
    return IntegerRange{std::max(known.low, more.low), std::min(known.high, more.high)};
  };
  if (term == given.atom) return is_signed || given.range.low >= 0 ? narrow(given.range) : known;
  if (!given.atom || depth >= kMostDepth || width > kDouble) return known;
  if (term.kind() == Kind::ZeroExtend) return narrow(integers(term->operands[0], false, given, depth + 1));
  if (term.kind() == Kind::SignExtend && is_signed)
    return narrow(integers(term->operands[0], true, given, depth + 1));
  if (term.kind() != Kind::Add && term.kind() != Kind::Mul) return known;
  // Where nothing wraps.
  IntegerRange result{term.kind() == Kind::Mul ? 1 : 0, term.kind() == Kind::Mul ? 1 : 0};
  for (const Term operand : term->operands) {
    const IntegerRange next = integers(operand, is_signed, given, depth + 1);
    bool wraps = false;
    if (term.kind() == Kind::Add) {
      wraps = __builtin_add_overflow(result.low, next.low, &result.low) ||
              __builtin_add_overflow(result.high, next.high, &result.high);
    } else {
      SignedBits a = 0, b = 0, c = 0, d = 0;
      wraps = __builtin_mul_overflow(result.low, next.low, &a) ||
              __builtin_mul_overflow(result.low, next.high, &b) ||
              __builtin_mul_overflow(result.high, next.low, &c) ||
              __builtin_mul_overflow(result.high, next.high, &d);
      result = {std::min({a, b, c, d}), std::max({a, b, c, d})};
    }
    if (wraps) return known;
  }
  const SignedBits least = is_signed ? -(SignedBits{1} << (width - 1)) : 0;
  const SignedBits most = (SignedBits{1} << (is_signed ? width - 1 : width)) - 1;
  return result.low < least || result.high > most ? known : narrow(result);
}

std::optional<FloatRange> FloatValues::value(Term bits, const Given& given) {
  Memo memo;
  return compute(bits, given, memo, 0);
}

std::optional<FloatRange> FloatValues::compute(Term bits, const Given& given, Memo& memo, unsigned depth) {
  const unsigned width = bits.width();
  if (!is_format(width) || depth >= kMostDepth) return std::nullopt;
  if (const auto known = memo.known.find(bits); known != memo.known.end()) return known->second;
  const auto of = [&](Term term) { return compute(term, given, memo, depth + 1); };
  std::optional<FloatRange> result;
  if (bits.kind() == Kind::BvConst) {
    const double number = from_bits(bits->value, width);
    result = FloatRange{number, number};
  } else if (const Term rounded = d_unknowns.rounded(bits)) {
    // If the result is exact, the operation returns it.
    result = of(rounded);
    const bool is_open = !result || !is_one(*result, width);
    if (is_open && given.model != nullptr && bits.kind() == Kind::Ite &&
        given.model->evaluate(bits->operands[0]) != 0)
      if (const auto exact = of(bits->operands[1])) result = exact;
  } else if (bits.kind() == Kind::Ite) {
    if (given.model != nullptr) {
      result = of(bits->operands[given.model->evaluate(bits->operands[0]) != 0 ? 1 : 2]);
    } else {
      const auto a = of(bits->operands[1]);
      const auto b = a ? of(bits->operands[2]) : std::nullopt;
      if (b) result = FloatRange{std::min(a->low, b->low), std::max(a->high, b->high)};
      if (b && has_zero(*result)) result = of_either_sign(*result);
    }
  } else if (bits.kind() == Kind::Apply && bits->name.starts_with(kExact)) {
    const IntegerRange n = integers(bits->operands[0], true, given, depth);
    const int exponent = std::stoi(bits->name.substr(bits->name.rfind('.') + 1));
    const auto scaled = [&](SignedBits integer) {
      const double number = std::ldexp(from_integer(integer, width, 'e'), exponent);
      return width == kSingle ? double{static_cast<float>(number)} : number;
    };
    result = FloatRange{scaled(n.low), scaled(n.high)};
    // Such an application is a number only if it fits into the format.
    if (n.low == n.high && std::isfinite(result->low) &&
        static_cast<SignedBits>(from_integer(n.low, width, 'e')) != n.low)
      result.reset();
    const bool may_be_negative = bits->operands.size() > 1;
    if (result && may_be_negative && n.low <= 0 && n.high >= 0) {
      const bool known = given.model != nullptr;
      const bool negative = known && given.model->evaluate(bits->operands[1]) != 0;
      if (!known) result = of_either_sign(*result);
      if (negative && n.low == 0) result = FloatRange{-0.0, -0.0};
    }
  } else if (const FloatOperation* const made = operation(bits)) {
    result = operate(bits, *made, given, memo, depth);
  } else if (const auto sign = sign_changed(bits)) {
    result = of(sign->of);
    if (result && sign->clears && result->low < 0)
      result = FloatRange{has_zero(*result) ? 0.0 : -result->high, std::max(-result->low, result->high)};
    else if (result && sign->clears)
      result = FloatRange{std::abs(result->low), std::abs(result->high)};
    else if (result)
      result = FloatRange{-result->high, -result->low};
  } else if (given.model != nullptr) {
    const double number = from_bits(given.model->evaluate(bits), width);
    result = FloatRange{number, number};
  }
  if (result) result = settled(*result, width);
  memo.known.emplace(bits, result);
  return result;
}

// Covers both results of a sum that may be contracted, with and without rounding of the product.
std::optional<FloatRange> FloatValues::sum(Term term, const FloatOperation& operation,
                                           const std::vector<FloatRange>& x, const Given& given, Memo& memo,
                                           unsigned depth) {
  const unsigned width = term.width();
  FloatRange a = x[0];
  FloatRange b = x[1];
  bool is_rounded = false;
  for (std::size_t i = 2; i < term->operands.size(); i += 2) {
    if (i + 1 >= term->operands.size()) return std::nullopt;
    // A product in another format is converted before the addition, unless the two are contracted.
    if (term->operands[i].width() != width || term->operands[i + 1].width() != width) return std::nullopt;
    const auto p = compute(term->operands[i], given, memo, depth + 1);
    const auto q = compute(term->operands[i + 1], given, memo, depth + 1);
    if (!p || !q) return std::nullopt;
    is_rounded =
        is_rounded || !is_one(*p, width) || !is_one(*q, width) || !is_exact_product(p->low, q->low, width);
  }
  if (operation.subtracts) b = {-b.high, -b.low};
  if (is_rounded) {
    a = {below(a.low, width), above(a.high, width)};
    b = {below(b.low, width), above(b.high, width)};
  }
  const FloatRange result{add(a.low, b.low, width), add(a.high, b.high, width)};
  return is_rounded ? of_either_sign(result) : result;
}

std::optional<FloatRange> FloatValues::operate(Term term, const FloatOperation& operation, const Given& given,
                                               Memo& memo, unsigned depth) {
  using K = FloatOperation::Kind;
  const unsigned width = term.width();
  if (operation.kind == K::FromInteger) {
    const IntegerRange n = integers(term->operands[0], operation.is_signed, given, depth);
    return FloatRange{from_integer(n.low, width, operation.direction),
                      from_integer(n.high, width, operation.direction)};
  }
  std::vector<FloatRange> x;
  for (const Term operand : term->operands) {
    if (x.size() == 2 && operation.kind == K::Sum) break;
    if (operand.width() != operation.width) return std::nullopt;
    const auto one = compute(operand, given, memo, depth + 1);
    if (!one) return std::nullopt;
    x.push_back(*one);
  }
  if (x.empty() || (operation.kind != K::Convert && operation.width != width)) return std::nullopt;
  switch (operation.kind) {
    case K::Sum:
      return sum(term, operation, x, given, memo, depth);
    case K::Product:
      return product(x[0], x[1], width);
    case K::Fused: {
      const auto at = [&](double c, double p, double q) { return multiply_add(p, q, c, width); };
      const auto ends = [&](double c) {
        return hull({at(c, x[0].low, x[1].low), at(c, x[0].low, x[1].high), at(c, x[0].high, x[1].low),
                     at(c, x[0].high, x[1].high)});
      };
      return FloatRange{ends(x[2].low).low, ends(x[2].high).high};
    }
    case K::Quotient:
      return quotient(x[0], x[1], width);
    case K::LooseQuotient:
      return width == kSingle ? loose_quotient(x[0], x[1]) : std::nullopt;
    case K::Remainder:
      if (!is_one(x[0], width) || !is_one(x[1], width) || x[1].low == 0) return std::nullopt;
      return FloatRange{std::fmod(x[0].low, x[1].low), std::fmod(x[0].low, x[1].low)};
    case K::Convert:
      if (width == kDouble) return x[0];
      return FloatRange{narrowed(x[0].low, operation.direction), narrowed(x[0].high, operation.direction)};
    case K::Round:
      return FloatRange{to_whole(x[0].low, operation.direction), to_whole(x[0].high, operation.direction)};
    case K::Extreme:
      return extreme(x[0], x[1], operation.name.ends_with("min"));
    case K::Clamp: {
      if (x[1].high > x[2].low) return std::nullopt;
      const auto raised = extreme(x[0], x[1], false);
      return extreme(*raised, x[2], true);
    }
    case K::Step:
      return FloatRange{x[1].low < x[0].high ? 0.0 : 1.0, x[1].high < x[0].low ? 0.0 : 1.0};
    default:
      return std::nullopt;
  }
}

std::optional<IntegerRange> FloatValues::integer(Term application, const Given& given) {
  Memo memo;
  const FloatOperation* const made = operation(application);
  return made == nullptr ? std::nullopt : convert(application, *made, given, memo, 0);
}

std::optional<IntegerRange> FloatValues::convert(Term term, const FloatOperation& operation,
                                                 const Given& given, Memo& memo, unsigned depth) {
  std::vector<FloatRange> x;
  for (const Term operand : term->operands) {
    if (operand.width() != operation.width) return std::nullopt;
    const auto one = compute(operand, given, memo, depth + 1);
    if (!one) return std::nullopt;
    x.push_back(*one);
  }
  if (operation.kind == FloatOperation::Kind::Compare) {
    if (x.size() != 2) return std::nullopt;
    const auto result = compared(x[0], x[1], operation.name);
    if (!result) return IntegerRange{0, 1};
    return IntegerRange{*result ? 1 : 0, *result ? 1 : 0};
  }
  if (operation.kind != FloatOperation::Kind::ToInteger || x.size() != 1) return std::nullopt;
  const unsigned width = term.width();
  const SignedBits least = operation.is_signed ? -(SignedBits{1} << (width - 1)) : 0;
  const SignedBits most = (SignedBits{1} << (operation.is_signed ? width - 1 : width)) - 1;
  constexpr double kBeyondAll = 1.0e30;  // beyond every integer type, and within 128 bits
  const auto whole = [&](double number) {
    return static_cast<SignedBits>(
        to_whole(std::clamp(number, -kBeyondAll, kBeyondAll), operation.direction));
  };
  IntegerRange result{whole(x[0].low), whole(x[0].high)};
  if (operation.saturates)
    return IntegerRange{std::clamp(result.low, least, most), std::clamp(result.high, least, most)};
  if (result.low < least || result.high > most) return std::nullopt;  // devices differ
  return result;
}

std::optional<Bits> FloatValues::only_bits(Term application, const Given& given) {
  const unsigned width = application.width();
  if (!is_known(application)) return std::nullopt;
  if (observed(application)) {
    const auto range = integer(application, given);
    if (!range || range->low != range->high) return std::nullopt;
    return static_cast<Bits>(range->low) & ((Bits{1} << width) - 1);
  }
  const auto range = value(application, given);
  return range && is_one(*range, width) ? std::optional(bits_of(range->low, width)) : std::nullopt;
}

std::optional<Term> FloatValues::definition(Term application) {
  const FloatOperation* const made = operation(application);
  if (made == nullptr || made->kind != FloatOperation::Kind::ToInteger) return std::nullopt;
  const Term of = application->operands[0];
  const bool is_opaque =
      (of.kind() == Kind::Apply || of.kind() == Kind::BvVar) && !is_known(of) && !d_unknowns.rounded(of);
  if (!is_opaque) return std::nullopt;
  const auto converted = convert_bits(d_store, *made, of, application.width());
  if (!converted) return std::nullopt;
  return d_store.implies(converted->valid, d_store.eq(application, converted->value));
}

void FloatValues::collect(Term term, const smt::Model* model, std::vector<Term>& found,
                          std::unordered_map<Term, bool>& seen) {
  if (term.is_constant() || !seen.emplace(term, true).second) return;
  const auto is_as_in_model = [&](Term leaf) {
    found.push_back(d_store.eq(leaf, d_store.bv(model->evaluate(leaf), leaf.width())));
  };
  if (const Term rounded = d_unknowns.rounded(term)) collect(rounded, model, found, seen);
  const FloatOperation* const made = operation(term);
  if (term.kind() == Kind::Ite) {
    const bool taken = model->evaluate(term->operands[0]) != 0;
    found.push_back(taken ? term->operands[0] : d_store.not_(term->operands[0]));
    collect(term->operands[taken ? 1 : 2], model, found, seen);
  } else if (made != nullptr && made->kind == FloatOperation::Kind::FromInteger) {
    is_as_in_model(term->operands[0]);
  } else if (made != nullptr) {
    for (const Term operand : term->operands) collect(operand, model, found, seen);
  } else if (term.kind() == Kind::Apply && term->name.starts_with(kExact)) {
    for (const Term operand : term->operands) is_as_in_model(operand);
  } else if (const auto sign = is_format(term.width()) ? sign_changed(term) : std::nullopt) {
    collect(sign->of, model, found, seen);
  } else {
    is_as_in_model(term);
  }
}

std::vector<Term> FloatValues::premises(Term application, const smt::Model& model) {
  std::vector<Term> found;
  std::unordered_map<Term, bool> seen;
  collect(application, &model, found, seen);
  return found;
}

void FloatValues::collect_atoms(Term term, std::vector<Term>& found, std::unordered_map<Term, bool>& seen) {
  if (term.is_constant() || found.size() > kMostAtoms || !seen.emplace(term, true).second) return;
  if (const Term rounded = d_unknowns.rounded(term)) {
    collect_atoms(rounded, found, seen);
    return;
  }
  const bool passes = term.kind() == Kind::ZeroExtend || term.kind() == Kind::SignExtend || is_known(term);
  if (passes) {
    for (const Term operand : term->operands) collect_atoms(operand, found, seen);
  } else if (term.kind() == Kind::Ite && is_format(term.width())) {
    collect_atoms(term->operands[1], found, seen);
    collect_atoms(term->operands[2], found, seen);
  } else if (const auto sign = is_format(term.width()) ? sign_changed(term) : std::nullopt) {
    collect_atoms(sign->of, found, seen);
  } else if (term.width() > 1 && term.width() <= kDouble) {
    found.push_back(term);
  }
}

std::vector<Term> FloatValues::atoms(Term application) {
  std::vector<Term> found;
  std::unordered_map<Term, bool> seen;
  collect_atoms(application, found, seen);
  if (found.size() > kMostAtoms) found.clear();
  return found;
}

}  // namespace launchproof::symbolic
