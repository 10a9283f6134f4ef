// cvt.
#include <cmath>

#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

namespace {

ScalarType scalar(Type type) {
  return {static_cast<std::uint8_t>(type.bits), false, type.kind == 's'};
}

Rounding rounding_of(const Statement& statement) {
  if (statement.has("rz") || statement.has("rzi")) return Rounding::TowardZero;
  if (statement.has("rm") || statement.has("rmi")) return Rounding::Down;
  if (statement.has("rp") || statement.has("rpi")) return Rounding::Up;
  return Rounding::NearestEven;
}

// Clamps to the range of the type, for `.sat`.
Word clamped(Word value, Type from, Type to) {
  if (from.kind == 's' && sign_extended(value, from.bits) < 0) {
    if (to.kind != 's') return 0;
    const std::int64_t least = -(std::int64_t{1} << (to.bits - 1));
    return static_cast<Word>(std::max(sign_extended(value, from.bits), least));
  }
  return std::min(value, mask_of(to.kind == 's' ? to.bits - 1 : to.bits));
}

Word between_integers(Word value, Type from, Type to, bool saturates) {
  if (saturates) return clamped(value, from, to);
  return from.kind == 's' ? static_cast<Word>(sign_extended(value, from.bits)) : value;
}

Word to_integer(Word bits, Type from, Type to, Rounding rounding) {
  const double value = to_double(bits, from.bits);
  if (std::isnan(value)) return from.bits == 64 || to.bits == 64 ? Word{1} << (to.bits - 1) : 0;
  return float_to_integer(value, scalar(to), rounding);
}

double integral(double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::TowardZero:
      return std::trunc(value);
    case Rounding::Up:
      return std::ceil(value);
    case Rounding::Down:
      return std::floor(value);
    case Rounding::NearestEven:
      break;
  }
  return std::nearbyint(value);
}

Word saturated(Word bits, unsigned width) {
  const double value = to_double(bits, width);
  if (std::isnan(value) || value <= 0) return 0;
  return value >= 1 ? from_double(1, width) : bits;
}

}  // namespace

std::optional<Operation> conversion(const Statement& statement) {
  if (statement.words[0] != "cvt") return std::nullopt;
  const Type to = statement.type(1);
  const Type from = statement.type(0);
  allow(statement, {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "ftz", "sat"});
  const Rounding rounding = rounding_of(statement);
  const bool saturates = statement.has("sat");
  const bool flushes = statement.has("ftz");
  const bool to_whole =
      statement.has("rni") || statement.has("rzi") || statement.has("rmi") || statement.has("rpi");
  if (from.kind == 'b' || to.kind == 'b') statement.refuse("a conversion of bits");
  if (from.kind == 'p' || to.kind == 'p') statement.refuse("a conversion of a predicate");
  if (from.kind != 'f' && to.kind != 'f')
    return Operation{
        {from}, to, [=](Machine&, const Word* s) { return between_integers(s[0], from, to, saturates); }};
  const auto source = [=](Word bits) { return flushes && from.bits == 32 ? flushed(bits, 32) : bits; };
  if (to.kind != 'f') {
    if (!to_whole) statement.refuse("a conversion that says no rounding");
    return Operation{
        {from}, to, [=](Machine&, const Word* s) { return to_integer(source(s[0]), from, to, rounding); }};
  }
  return Operation{{from}, to, [=](Machine& machine, const Word* s) {
                     Word result = 0;
                     if (from.kind != 'f') {
                       result = integer_to_float(s[0], scalar(from), to.bits, rounding);
                     } else {
                       double value = to_double(source(s[0]), from.bits);
                       if (to_whole) value = integral(value, rounding);
                       result = from_double(value, to.bits, to_whole ? Rounding::NearestEven : rounding);
                     }
                     if (flushes && to.bits == 32) result = flushed(result, 32);
                     return saturates ? saturated(result, to.bits) : with_any_nan(machine, result, to.bits);
                   }};
}

}  // namespace launchproof::oracle::ptx
