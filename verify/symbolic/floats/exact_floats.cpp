#include "verify/symbolic/floats/exact_floats.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace launchproof::symbolic {

using smt::Bits;
using smt::Kind;
using smt::SignedBits;
using smt::Term;

namespace {

constexpr unsigned kMostBits = 62;        // bits of an integer, so that a sum of two does not wrap
constexpr unsigned kMostDepth = 64;       // number of nested choices that are analysed
constexpr unsigned kMostChoices = 6;      // nested choices of constants that stay constants
constexpr unsigned kMostFactorBits = 12;  // bits of a constant factor, for a product that must fit
constexpr std::string_view kPrefix = "float.exact.";

constexpr unsigned length(Bits value) {
  unsigned bits = 0;
  for (; value != 0; value >>= 1) ++bits;
  return bits;
}

}  // namespace

std::optional<ExactFloats::Format> ExactFloats::format_of(unsigned width) {
  switch (width) {
    case 16:
      return Format{16, 11, -14, 15};
    case 32:
      return Format{32, 24, -126, 127};
    case 64:
      return Format{64, 53, -1022, 1023};
    default:
      return std::nullopt;
  }
}

unsigned ExactFloats::bits_of(Term n) {
  const smt::TermStore::SignedRange range = d_store.signed_range(n);
  const SignedBits most = std::max(range.high, -range.low);
  return most <= 1 ? 0 : length(static_cast<Bits>(most - 1));
}

std::optional<ExactFloats::Number> ExactFloats::literal(Term bits, const Format& format) {
  const unsigned fraction_bits = format.precision - 1;
  const bool sign = (bits->value >> (format.width - 1) & 1U) != 0;
  const auto field =
      static_cast<int>(bits->value >> fraction_bits & ((Bits{1} << (format.width - format.precision)) - 1));
  Bits fraction = bits->value & ((Bits{1} << fraction_bits) - 1);
  const int infinite = 2 * format.most + 1;
  if (field == infinite || (field == 0 && fraction != 0)) return std::nullopt;
  Number result;
  result.valid = d_store.true_();
  result.negative_zero = d_store.boolean(sign);
  if (field == 0) {
    result.n = integer(0);
    return result;
  }
  fraction |= Bits{1} << fraction_bits;
  result.exponent = field - format.most - static_cast<int>(fraction_bits);
  for (; (fraction & 1U) == 0; fraction >>= 1) ++result.exponent;
  const auto magnitude = static_cast<SignedBits>(fraction);
  result.n = integer(sign ? -magnitude : magnitude);
  result.negative_zero = d_store.false_();
  result.bits = bits_of(result.n);
  return result;
}

std::optional<Bits> ExactFloats::encode(SignedBits n, int exponent, bool negative_zero,
                                        const Format& format) {
  const bool sign = n == 0 ? negative_zero : n < 0;
  const Bits sign_bit = sign ? Bits{1} << (format.width - 1) : 0;
  if (n == 0) return sign_bit;
  auto magnitude = static_cast<Bits>(n < 0 ? -n : n);
  for (; (magnitude & 1U) == 0; magnitude >>= 1) ++exponent;
  const unsigned bits = length(magnitude);
  const int highest = exponent + static_cast<int>(bits) - 1;
  if (bits > format.precision || highest < format.least || highest > format.most) return std::nullopt;
  const Bits fraction = (magnitude << (format.precision - bits)) & ((Bits{1} << (format.precision - 1)) - 1);
  return sign_bit | static_cast<Bits>(highest + format.most) << (format.precision - 1) | fraction;
}

// Returns the bits if `n` is a constant or a choice between few constants; otherwise a null term.
Term ExactFloats::encode_choice(Term n, const Number& number, const Format& format, unsigned depth) {
  if (n.is_constant()) {
    const auto value = static_cast<SignedBits>(static_cast<std::int64_t>(n->value));
    const auto bits = encode(value, number.exponent, number.negative_zero.is_true(), format);
    return bits ? d_store.bv(*bits, format.width) : Term();
  }
  if (n.kind() != Kind::Ite || depth >= kMostChoices) return {};
  const Term a = encode_choice(n->operands[1], number, format, depth + 1);
  const Term b = a ? encode_choice(n->operands[2], number, format, depth + 1) : Term();
  return b ? d_store.ite(n->operands[0], a, b) : Term();
}

std::optional<ExactFloats::Result> ExactFloats::pack(Number number, const Format& format, bool may_be_asked,
                                                     const Unknown& why) {
  if (number.valid.is_false()) return std::nullopt;
  if (number.negative_zero.is_constant())
    if (const Term bits = encode_choice(number.n, number, format, 0)) return Result{bits, number.valid};
  if (number.n.is_constant() && number.negative_zero.is_constant()) return std::nullopt;
  const unsigned limit = std::min(format.precision + d_store.trailing_zeros(number.n), kMostBits);
  number.bits = std::min(number.bits, bits_of(number.n));
  if (number.bits > limit) {
    if (!may_be_asked) return std::nullopt;
    const SignedBits most = SignedBits{1} << limit;
    number.valid = d_store.and_(number.valid, d_store.and_(d_store.sle(integer(-most), number.n),
                                                           d_store.sle(number.n, integer(most))));
    number.bits = limit;
    if (number.valid.is_false()) return std::nullopt;
  }
  if (number.exponent < format.least || static_cast<int>(number.bits) + number.exponent > format.most)
    return std::nullopt;
  const Term zero = d_store.and_(number.negative_zero, d_store.eq(number.n, integer(0)));
  const std::string name =
      std::string(kPrefix) + std::to_string(format.width) + "." + std::to_string(number.exponent);
  std::vector<Term> operands{number.n};
  if (!zero.is_false()) operands.push_back(d_store.ite(zero, d_store.bv(1, 1), d_store.bv(0, 1)));
  d_unknowns.function(name, why);
  return Result{d_store.apply(name, operands, format.width), number.valid};
}

std::optional<ExactFloats::Number> ExactFloats::number(Term bits, const Format& format, unsigned depth) {
  if (bits.kind() == Kind::BvConst) return literal(bits, format);
  const bool is_exact = bits.kind() == Kind::Apply && bits->name.starts_with(kPrefix);
  if (!is_exact && (bits.kind() != Kind::Ite || depth >= kMostDepth)) return std::nullopt;
  if (const auto known = d_numbers.find(bits); known != d_numbers.end()) return known->second;
  std::optional<Number> result;
  if (is_exact) {
    result.emplace();
    result->n = bits->operands[0];
    result->exponent = std::stoi(bits->name.substr(bits->name.rfind('.') + 1));
    result->negative_zero =
        bits->operands.size() > 1 ? d_store.eq(bits->operands[1], d_store.bv(1, 1)) : d_store.false_();
    result->valid = d_store.true_();
    // Such an application is only used if the number fits.
    result->bits =
        std::min({bits_of(result->n), format.precision + d_store.trailing_zeros(result->n), kMostBits});
    result->is_symbolic = true;
  } else {
    const Term condition = bits->operands[0];
    auto a = number(bits->operands[1], format, depth + 1);
    auto b = number(bits->operands[2], format, depth + 1);
    if (a && b && align(*a, *b)) {
      result = a;
      result->n = d_store.ite(condition, a->n, b->n);
      result->negative_zero = d_store.ite(condition, a->negative_zero, b->negative_zero);
      result->valid = d_store.ite(condition, a->valid, b->valid);
      result->bits = std::max(a->bits, b->bits);
      result->is_symbolic = a->is_symbolic || b->is_symbolic;
    } else if (a && !b) {
      result = a;
      result->valid = d_store.and_(condition, a->valid);
    } else if (b && !a) {
      result = b;
      result->valid = d_store.and_(d_store.not_(condition), b->valid);
    }
  }
  d_numbers.emplace(bits, result);
  return result;
}

bool ExactFloats::align(Number& a, Number& b) {
  if (a.exponent < b.exponent) return align(b, a);
  const int distance = a.exponent - b.exponent;
  const bool is_zero = a.n == integer(0);
  if (b.n == integer(0) && distance > 0) {
    b.exponent = a.exponent;
    return true;
  }
  if (!is_zero && static_cast<int>(a.bits) + distance > static_cast<int>(kMostBits)) return false;
  if (!is_zero) {
    a.n = d_store.shl(a.n, d_store.bv(static_cast<Bits>(distance), kBits));
    a.bits += static_cast<unsigned>(distance);
  }
  a.exponent = b.exponent;
  return true;
}

Term ExactFloats::negative(const Number& a) {
  return d_store.or_(d_store.slt(a.n, integer(0)),
                     d_store.and_(a.negative_zero, d_store.eq(a.n, integer(0))));
}

ExactFloats::Number ExactFloats::negated(const Number& a) {
  Number result = a;
  result.n = d_store.neg(a.n);
  result.negative_zero = d_store.not_(a.negative_zero);
  return result;
}

ExactFloats::Number ExactFloats::magnitude(const Number& a) {
  Number result = a;
  result.n = d_store.ite(d_store.slt(a.n, integer(0)), d_store.neg(a.n), a.n);
  result.negative_zero = d_store.false_();
  return result;
}

std::optional<ExactFloats::Number> ExactFloats::from_integer(Term bits, bool is_signed) {
  if (bits.width() > kBits) return std::nullopt;
  Number result;
  result.n = is_signed ? d_store.sext(bits, kBits) : d_store.zext(bits, kBits);
  result.negative_zero = d_store.false_();
  result.valid = d_store.true_();
  if (!is_signed && bits.width() == kBits) result.valid = d_store.sle(integer(0), result.n);
  result.bits = bits_of(result.n);
  result.is_symbolic = true;
  return result;
}

std::optional<ExactFloats::Number> ExactFloats::sum(Number a, Number b, bool subtract) {
  if (subtract) b = negated(b);
  if (!align(a, b)) return std::nullopt;
  Number result;
  result.n = d_store.add(a.n, b.n);
  result.exponent = a.exponent;
  // The sum of two zeros with different signs is positive zero, and so is the sum of opposite numbers.
  const Term zero = integer(0);
  result.negative_zero = d_store.and_(
      std::vector<Term>{a.negative_zero, b.negative_zero, d_store.eq(a.n, zero), d_store.eq(b.n, zero)});
  result.valid = d_store.and_(a.valid, b.valid);
  result.bits = std::max(a.bits, b.bits) + 1;
  if (a.n == zero) result.bits = b.bits;
  if (b.n == zero) result.bits = a.bits;
  if (result.bits > kMostBits) return std::nullopt;
  return result;
}

std::optional<ExactFloats::Number> ExactFloats::product(const Number& a, const Number& b) {
  Number result;
  if (a.bits + b.bits > kMostBits) return std::nullopt;
  result.n = d_store.mul(a.n, b.n);
  result.exponent = a.exponent + b.exponent;
  const Term zero = integer(0);
  const auto unlike = [&](Term x, Term y) { return d_store.distinct(x, y); };
  result.negative_zero =
      d_store.ite(d_store.eq(a.n, zero), unlike(a.negative_zero, negative(b)),
                  d_store.and_(d_store.eq(b.n, zero), unlike(negative(a), b.negative_zero)));
  result.valid = d_store.and_(a.valid, b.valid);
  result.bits = a.bits + b.bits;
  return result;
}

// Multiplies by a power of two.
std::optional<ExactFloats::Number> ExactFloats::quotient(const Number& a, const Number& b) {
  if (b.n != integer(1) && b.n != integer(-1)) return std::nullopt;
  Number inverse = b;
  inverse.exponent = -b.exponent;
  return product(a, inverse);
}

std::optional<ExactFloats::Number> ExactFloats::remainder(Number a, Number b) {
  if (!align(a, b)) return std::nullopt;
  Number result = a;
  result.n = d_store.srem(a.n, b.n);
  result.negative_zero = negative(a);
  result.valid = d_store.and_(std::vector<Term>{a.valid, b.valid, d_store.distinct(b.n, integer(0))});
  result.bits = std::min(a.bits, b.bits);
  return result;
}

std::optional<ExactFloats::Number> ExactFloats::extreme(Number a, Number b, const std::string& function) {
  if (!align(a, b)) return std::nullopt;
  const bool least = function.ends_with("min");
  const Term other = least ? d_store.slt(b.n, a.n) : d_store.slt(a.n, b.n);
  Number result = a;
  result.n = d_store.ite(other, b.n, a.n);
  result.negative_zero = d_store.ite(other, b.negative_zero, a.negative_zero);
  result.valid = d_store.and_(a.valid, b.valid);
  result.bits = std::max(a.bits, b.bits);
  // Which of two zeros fmin returns is left open.
  if (function.starts_with('f')) {
    const Term zero = integer(0);
    const Term same = d_store.eq(a.negative_zero, b.negative_zero);
    result.valid = d_store.and_(result.valid, d_store.or_(std::vector<Term>{same, d_store.distinct(a.n, zero),
                                                                            d_store.distinct(b.n, zero)}));
  }
  return result;
}

Term ExactFloats::divide(Term n, unsigned bits, char direction) {
  const Term amount = d_store.bv(bits, kBits);
  const auto down = [&](Term x) { return d_store.ashr(x, amount); };
  const auto up = [&](Term x) { return d_store.neg(d_store.ashr(d_store.neg(x), amount)); };
  const Term half = integer(SignedBits{1} << (bits - 1));
  const Term is_negative = d_store.slt(n, integer(0));
  switch (direction) {
    case 'n':
      return down(n);
    case 'p':
      return up(n);
    case 'z':
      return d_store.ite(is_negative, up(n), down(n));
    case 'a':
      return d_store.ite(is_negative, up(d_store.sub(n, half)), down(d_store.add(n, half)));
    default: {
      const Term near = down(d_store.add(n, half));
      const Term tie = d_store.eq(d_store.extract(d_store.add(n, half), 0, bits), d_store.bv(0, bits));
      const Term odd = d_store.eq(d_store.extract(near, 0, 1), d_store.bv(1, 1));
      return d_store.ite(d_store.and_(tie, odd), d_store.sub(near, integer(1)), near);
    }
  }
}

std::optional<ExactFloats::Number> ExactFloats::rounded(const Number& a, char direction) {
  if (a.exponent >= 0) return a;
  const auto bits = static_cast<unsigned>(-a.exponent);
  if (bits > kMostBits - 1) return std::nullopt;
  Number result = a;
  result.n = divide(a.n, bits, direction);
  result.exponent = 0;
  result.negative_zero = negative(a);
  result.bits = std::min(a.bits > bits ? a.bits - bits + 1 : 1, a.bits + 1);
  return result;
}

std::optional<ExactFloats::Result> ExactFloats::to_integer(const Number& number,
                                                           const FloatOperation& operation, unsigned width) {
  auto whole = rounded(number, operation.direction);
  if (!whole || width > kBits) return std::nullopt;
  Number unit = *whole;
  unit.n = integer(1);
  unit.exponent = 0;
  unit.bits = 0;
  if (!align(*whole, unit)) return std::nullopt;
  SignedBits low = 0, high = 0;
  if (operation.is_signed) {
    low = -(SignedBits{1} << (width - 1));
    high = (SignedBits{1} << (width - 1)) - 1;
  } else {
    high = (SignedBits{1} << width) - 1;
  }
  const Term n = whole->n;
  const bool bounded = width < kBits;  // otherwise every number is below the highest one
  const Term below = low < -(SignedBits{1} << kMostBits) ? d_store.false_() : d_store.slt(n, integer(low));
  const Term above = bounded ? d_store.slt(integer(high), n) : d_store.false_();
  const auto as_result = [&](Term x) { return d_store.trunc(x, width); };
  if (operation.saturates) {
    const Term clamped =
        d_store.ite(below, d_store.bv(static_cast<Bits>(low), width),
                    d_store.ite(above, d_store.bv(static_cast<Bits>(high), width), as_result(n)));
    return Result{clamped, whole->valid};
  }
  const Term fits = d_store.not_(d_store.or_(below, above));
  return Result{as_result(n), d_store.and_(whole->valid, fits)};
}

std::optional<ExactFloats::Result> ExactFloats::compare(Number a, Number b, const std::string& predicate) {
  const Term valid = d_store.and_(a.valid, b.valid);
  if (predicate == "ord" || predicate == "uno") return Result{d_store.boolean(predicate == "ord"), valid};
  if (!align(a, b)) return std::nullopt;
  const std::string_view which = std::string_view(predicate).substr(1);
  if (which == "eq") return Result{d_store.eq(a.n, b.n), valid};
  if (which == "ne") return Result{d_store.distinct(a.n, b.n), valid};
  if (which == "lt") return Result{d_store.slt(a.n, b.n), valid};
  if (which == "le") return Result{d_store.sle(a.n, b.n), valid};
  if (which == "gt") return Result{d_store.slt(b.n, a.n), valid};
  if (which == "ge") return Result{d_store.sle(b.n, a.n), valid};
  return std::nullopt;
}

std::optional<ExactFloats::Result> ExactFloats::apply(const std::string& function,
                                                      const std::vector<Term>& operands, unsigned width,
                                                      bool may_be_asked, const Unknown& why) {
  auto found = d_operations.find(function);
  if (found == d_operations.end()) found = d_operations.emplace(function, float_operation(function)).first;
  if (!found->second) return std::nullopt;
  const FloatOperation& operation = *found->second;
  using K = FloatOperation::Kind;
  const bool to_number = operation.kind != K::Compare && operation.kind != K::ToInteger;
  const auto out = format_of(width);
  if (to_number && !out) return std::nullopt;
  std::optional<Number> result;
  if (operation.kind == K::FromInteger) {
    result = from_integer(operands[0], operation.is_signed);
    return result ? pack(*result, *out, may_be_asked, why) : std::nullopt;
  }
  const auto in = format_of(operation.width);
  if (!in) return std::nullopt;
  std::vector<Number> x;
  for (const Term operand : operands) {
    if (x.size() == 2 && operation.kind == K::Sum) break;  // the rest only matters for inexact sums
    const auto one = operand.width() == in->width ? number(operand, *in) : std::nullopt;
    if (!one || one->valid.is_false()) return std::nullopt;
    x.push_back(*one);
  }
  const auto factors_are_short = [&] {
    for (std::size_t i = 0; i < 2; ++i)
      if (x[i].n.is_constant() && x[i].bits > kMostFactorBits) may_be_asked = false;
  };
  switch (operation.kind) {
    case K::Compare:
      return compare(x[0], x[1], operation.name);
    case K::ToInteger:
      return to_integer(x[0], operation, width);
    case K::Sum:
      result = sum(x[0], x[1], operation.subtracts);
      break;
    case K::Product:
      factors_are_short();
      result = product(x[0], x[1]);
      break;
    case K::Fused:
      factors_are_short();
      result = product(x[0], x[1]);
      if (result) result = sum(*result, x[2], false);
      break;
    case K::Quotient:
      result = quotient(x[0], x[1]);
      break;
    case K::Remainder:
      result = remainder(x[0], x[1]);
      break;
    case K::Convert:
      result = x[0];
      break;
    case K::Round:
      result = rounded(x[0], operation.direction);
      break;
    case K::Extreme:
      result = extreme(x[0], x[1], operation.name);
      break;
    case K::Clamp: {
      const auto ordered = compare(x[1], x[2], "ole");
      const auto raised = extreme(x[0], x[1], "fmax");
      if (raised && ordered) result = extreme(*raised, x[2], "fmin");
      if (result) result->valid = d_store.and_(result->valid, ordered->value);
      break;
    }
    case K::Step:
      if (const auto below = compare(x[1], x[0], "olt")) {
        result = x[0];
        result->n = d_store.ite(below->value, integer(0), integer(1));
        result->exponent = 0;
        result->negative_zero = d_store.false_();
        result->valid = below->valid;
        result->bits = 0;
      }
      break;
    default:
      break;
  }
  return result ? pack(*result, *out, may_be_asked, why) : std::nullopt;
}

std::optional<ExactFloats::Result> ExactFloats::sign(Term bits) {
  const auto format = format_of(bits.width());
  const auto known = format ? number(bits, *format) : std::nullopt;
  if (!known || !known->is_symbolic || known->valid.is_false()) return std::nullopt;
  return Result{negative(*known), known->valid};
}

Term ExactFloats::same(Term a, Term b) {
  const auto format = a == b ? std::nullopt : format_of(a.width());
  auto x = format ? number(a, *format) : std::nullopt;
  auto y = format ? number(b, *format) : std::nullopt;
  if (!x || !y || !(x->is_symbolic || y->is_symbolic) || !align(*x, *y)) return d_store.eq(a, b);
  const Term zeros =
      d_store.or_(d_store.distinct(x->n, integer(0)), d_store.eq(x->negative_zero, y->negative_zero));
  const Term equal = d_store.and_(d_store.eq(x->n, y->n), zeros);
  const Term valid = d_store.and_(x->valid, y->valid);
  return valid.is_true() ? equal : d_store.ite(valid, equal, d_store.eq(a, b));
}

std::optional<ExactFloats::Result> ExactFloats::bitwise(model::Op op, const std::vector<Term>& operands,
                                                        const Unknown& why) {
  const auto format = format_of(operands[0].width());
  if (!format) return std::nullopt;
  const Bits sign = Bits{1} << (format->width - 1);
  const Bits infinite = (sign - 1) & ~((Bits{1} << (format->precision - 1)) - 1);
  for (const std::size_t i : {0, 1}) {
    const Term mask = operands[i];
    const Term of = operands[1 - i];
    if (mask.kind() != Kind::BvConst || (of.kind() != Kind::Apply && of.kind() != Kind::Ite)) continue;
    const bool clears = op == model::Op::And && mask->value == sign - 1;
    const bool turns = op == model::Op::Xor && mask->value == sign;
    const bool compares = mask->value == infinite &&
                          (op == model::Op::Equal || op == model::Op::ULess || op == model::Op::ULessEq);
    if (!clears && !turns && !compares) continue;
    const auto known = number(of, *format);
    if (!known || !known->is_symbolic || known->valid.is_false()) continue;
    if (clears) return pack(magnitude(*known), *format, false, why);
    if (turns) return pack(negated(*known), *format, false, why);
    if (op == model::Op::Equal) return Result{d_store.false_(), known->valid};
    // As unsigned numbers, all non-negative finite numbers are below infinity.
    if (i == 0) return Result{negative(*known), known->valid};
    return Result{d_store.not_(negative(*known)), known->valid};
  }
  return std::nullopt;
}

}  // namespace launchproof::symbolic
