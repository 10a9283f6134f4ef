// convert_T[n][_sat][_rte|_rtz|_rtp|_rtn].
#include <array>
#include <optional>

#include "tests/oracle/builtins.h"
#include "tests/oracle/elementwise.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;

struct ConversionTarget {
  const char* name;
  ScalarType type;
};

constexpr std::array<ConversionTarget, 11> kTargets{{{"uchar", {8, false, false}},
                                                     {"char", {8, false, true}},
                                                     {"ushort", {16, false, false}},
                                                     {"short", {16, false, true}},
                                                     {"uint", {32, false, false}},
                                                     {"int", {32, false, true}},
                                                     {"ulong", {64, false, false}},
                                                     {"long", {64, false, true}},
                                                     {"half", {16, true, true}},
                                                     {"float", {32, true, true}},
                                                     {"double", {64, true, true}}}};

struct Conversion {
  ScalarType to;
  bool saturate = false;
  std::optional<Rounding> rounding;
};

std::optional<Conversion> read_name(const std::string& name) {
  if (!name.starts_with("convert_")) return {};
  std::string rest = name.substr(8);
  Conversion conversion;
  bool found = false;
  for (const ConversionTarget& target : kTargets) {
    if (!rest.starts_with(target.name)) continue;
    conversion.to = target.type;
    rest = rest.substr(std::string(target.name).size());
    found = true;
    break;
  }
  if (!found) return {};
  rest = rest.substr(std::min(rest.find_first_not_of("0123456789"), rest.size()));
  if (rest.starts_with("_sat")) {
    conversion.saturate = true;
    rest = rest.substr(4);
  }
  if (rest == "_rte") conversion.rounding = Rounding::NearestEven;
  if (rest == "_rtz") conversion.rounding = Rounding::TowardZero;
  if (rest == "_rtp") conversion.rounding = Rounding::Up;
  if (rest == "_rtn") conversion.rounding = Rounding::Down;
  if (!rest.empty() && !conversion.rounding) return {};
  return conversion;
}

Word saturate_integer(ScalarType from, ScalarType to, Word value) {
  const auto bits = static_cast<std::int64_t>(value);
  const std::int64_t wide = from.is_signed ? sign_extended(value, from.bits) : bits;
  const bool negative = from.is_signed && wide < 0;
  if (!to.is_signed) {
    if (negative) return 0;
    return static_cast<Word>(wide) > mask_of(to.bits) ? mask_of(to.bits) : static_cast<Word>(wide);
  }
  const Word high = mask_of(to.bits - 1U);
  if (!negative) return static_cast<Word>(wide) > high ? high : static_cast<Word>(wide);
  return wide < -static_cast<std::int64_t>(high) - 1 ? high + 1 : static_cast<Word>(wide);
}

Word convert(const Conversion& conversion, ScalarType from, Word value) {
  const ScalarType to = conversion.to;
  if (from.is_float && to.is_float) {
    return from_double(to_double(value, from.bits), to.bits,
                       conversion.rounding.value_or(Rounding::NearestEven));
  }
  if (from.is_float) {
    return float_to_integer(to_double(value, from.bits), to,
                            conversion.rounding.value_or(Rounding::TowardZero));
  }
  if (to.is_float) {
    return integer_to_float(value, from, to.bits, conversion.rounding.value_or(Rounding::NearestEven));
  }
  if (conversion.saturate) return saturate_integer(from, to, value);
  return from.is_signed ? static_cast<Word>(sign_extended(value, from.bits)) : value;
}

}  // namespace

Handler find_conversion_builtin(const Signature& signature) {
  const std::optional<Conversion> conversion = read_name(signature.name);
  if (!conversion || signature.parameters.size() != 1) return {};
  return elementwise(signature, [c = *conversion](const ScalarType& from, Word value, Word, Word) {
    return convert(c, from, value);
  });
}

}  // namespace launchproof::oracle
