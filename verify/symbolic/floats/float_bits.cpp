#include "verify/symbolic/floats/float_bits.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace launchproof::symbolic {

using smt::Bits;
using smt::Term;

namespace {

// Number of bits in the significand, including the leading one.
unsigned precision_of(unsigned width) {
  if (width == 16) return 11;
  return width == 32 ? 24 : 53;
}

std::string_view mirrored(std::string_view order) {
  if (order == "lt") return "gt";
  if (order == "le") return "ge";
  if (order == "gt") return "lt";
  if (order == "ge") return "le";
  return order;
}

// A format. A float's key is its magnitude, negated for negative numbers. Keys are signed numbers in the
// order of the floats, and both zeros have the key 0.
class Format {
 public:
  Format(smt::TermStore& store, unsigned width, unsigned precision)
      : d_store(store), d_width(width), d_least(Bits{1} << (precision - 1)) {
    d_infinite = (Bits{1} << (width - 1)) - d_least;
  }

  Bits magnitude(Term constant) const { return constant->value & ((Bits{1} << (d_width - 1)) - 1); }
  bool is_nan(Term constant) const { return magnitude(constant) > d_infinite; }
  bool is_finite(Term constant) const { return magnitude(constant) < d_infinite; }
  bool is_zero(Term constant) const { return magnitude(constant) == 0; }
  bool is_subnormal(Term constant) const { return !is_zero(constant) && magnitude(constant) < d_least; }

  Term key(Term bits) const {
    if (d_store.signed_range(bits).low >= 0) return bits;
    const Term low = d_store.zext(d_store.extract(bits, 0, d_width - 1), d_width);
    const Term is_negative = d_store.slt(bits, number(0));
    return d_store.ite(is_negative, d_store.neg(low), low);
  }
  Term is_between(Term key, Bits magnitude) const {
    return d_store.and_(d_store.sle(d_store.neg(number(magnitude)), key),
                        d_store.sle(key, number(magnitude)));
  }
  Term is_ordered(Term key) const { return is_between(key, d_infinite); }
  Term is_finite_number(Term key) const { return is_between(key, d_infinite - 1); }
  Term is_normal_or_more(Term key) const { return d_store.not_(is_between(key, d_least - 1)); }
  Term number(Bits value) const { return d_store.bv(value, d_width); }

 private:
  smt::TermStore& d_store;
  unsigned d_width;
  Bits d_least;  // the smallest magnitude of normal numbers
  Bits d_infinite;
};

std::optional<Term> in_order(smt::TermStore& store, std::string_view order, Term key, Term bound) {
  if (order == "eq") return store.eq(key, bound);
  if (order == "ne") return store.distinct(key, bound);
  if (order == "lt") return store.slt(key, bound);
  if (order == "le") return store.sle(key, bound);
  if (order == "gt") return store.slt(bound, key);
  if (order == "ge") return store.sle(bound, key);
  return std::nullopt;
}

}  // namespace

std::optional<BitComparison> compare_bits(smt::TermStore& store, const FloatOperation& operation, Term a,
                                          Term b) {
  const unsigned width = operation.width;
  if ((width != 16 && width != 32 && width != 64) || a.width() != width || b.width() != width)
    return std::nullopt;
  const bool is_mirrored = a.kind() == smt::Kind::BvConst;
  if (is_mirrored) std::swap(a, b);
  if (b.kind() != smt::Kind::BvConst) return std::nullopt;
  const Format format(store, width, precision_of(width));
  if (operation.is_finite && !format.is_finite(b)) return std::nullopt;
  const std::string_view name = operation.name;
  const Term key = format.key(a);
  const Term ordered = format.is_ordered(key);
  BitComparison result;
  result.valid = operation.is_finite ? format.is_finite_number(key) : store.true_();
  if (format.is_nan(b)) {
    result.value = store.boolean(name == "uno" || (name != "ord" && name.starts_with('u')));
    return result;
  }
  if (name == "ord" || name == "uno") {
    result.value = name == "ord" ? ordered : store.not_(ordered);
    return result;
  }
  const std::string_view order = is_mirrored ? mirrored(name.substr(1)) : name.substr(1);
  const auto compared = in_order(store, order, key, format.key(b));
  if (!compared) return std::nullopt;
  result.value =
      name.starts_with('o') ? store.and_(ordered, *compared) : store.or_(store.not_(ordered), *compared);
  // Whether a subnormal number counts as 0 only matters in comparisons with 0 or with a subnormal number.
  if (format.is_subnormal(b)) {
    result.valid = store.and_(result.valid, format.is_normal_or_more(key));
  } else if (format.is_zero(b)) {
    const Term zero = store.eq(key, format.number(0));
    result.valid = store.and_(result.valid, store.or_(zero, format.is_normal_or_more(key)));
  }
  return result;
}

// A number with exponent e is in [2^e, 2^(e+1)). Its significand, shifted left by e and then right by the
// number of fraction bits, is its integral part. The shifts use as many bits as both need.
std::optional<BitConversion> convert_bits(smt::TermStore& store, const FloatOperation& operation, Term bits,
                                          unsigned width) {
  constexpr unsigned kWidest = 64;
  const unsigned format = operation.width;
  if (operation.kind != FloatOperation::Kind::ToInteger || operation.direction != 'z' ||
      (format != 32 && format != 64) || bits.width() != format || width < 2 || width > kWidest)
    return std::nullopt;
  const unsigned fraction_bits = precision_of(format) - 1;
  const unsigned exponent_bits = format - precision_of(format);
  const Bits bias = (Bits{1} << (exponent_bits - 1)) - 1;
  const Term exponent = store.extract(bits, fraction_bits, exponent_bits);
  const Term is_negative = store.eq(store.extract(bits, format - 1, 1), store.bv(1, 1));
  const Term is_below_one = store.ult(exponent, store.bv(bias, exponent_bits));
  // Magnitudes below this power of two fit. The least signed number also fits, but is omitted.
  const unsigned magnitude_bits = operation.is_signed ? width - 1 : width;
  const unsigned shifted = magnitude_bits + fraction_bits + 1;
  const Term significand =
      store.zext(store.concat(store.bv(1, 1), store.extract(bits, 0, fraction_bits)), shifted);
  const Term distance =
      store.zext(store.sub(exponent, store.bv(bias, exponent_bits)), std::max(shifted, exponent_bits));
  const Term whole =
      store.lshr(store.shl(significand, store.trunc(distance, shifted)), store.bv(fraction_bits, shifted));
  const Term magnitude = store.zext(store.trunc(whole, magnitude_bits), width);
  BitConversion result;
  result.value =
      store.ite(is_below_one, store.bv(0, width), store.ite(is_negative, store.neg(magnitude), magnitude));
  result.valid = store.ult(exponent, store.bv(bias + magnitude_bits, exponent_bits));
  if (!operation.is_signed)
    result.valid = store.and_(result.valid, store.or_(store.not_(is_negative), is_below_one));
  return result;
}

}  // namespace launchproof::symbolic
