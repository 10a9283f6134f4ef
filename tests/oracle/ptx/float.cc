// Implements single- and double-precision arithmetic. Approximate functions use the C library's.
#include <llvm/ADT/APFloat.h>

#include <cmath>
#include <map>

#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

namespace {

using llvm::APFloat;
using llvm::RoundingMode;

const llvm::fltSemantics& semantics_of(unsigned width) {
  return width == 32 ? APFloat::IEEEsingle() : APFloat::IEEEdouble();
}

APFloat read(Word bits, unsigned width) {
  return {semantics_of(width), llvm::APInt(width, bits)};
}

Word sign_of(unsigned width) {
  return Word{1} << (width - 1);
}

RoundingMode direction_of(const Statement& statement) {
  if (statement.has("rz")) return RoundingMode::TowardZero;
  if (statement.has("rm")) return RoundingMode::TowardNegative;
  if (statement.has("rp")) return RoundingMode::TowardPositive;
  return RoundingMode::NearestTiesToEven;
}

Word rounded(const std::string& name, RoundingMode mode, unsigned width, const Word* s) {
  APFloat a = read(s[0], width);
  if (name == "rcp") {
    APFloat one = read(width == 32 ? bits_of(1.0F) : bits_of(1.0), width);
    one.divide(a, mode);
    return one.bitcastToAPInt().getZExtValue();
  }
  const APFloat b = read(s[1], width);
  if (name == "add") a.add(b, mode);
  if (name == "sub") a.subtract(b, mode);
  if (name == "mul") a.multiply(b, mode);
  if (name == "div") a.divide(b, mode);
  if (name == "fma" || name == "mad") a.fusedMultiplyAdd(b, read(s[2], width), mode);
  return a.bitcastToAPInt().getZExtValue();
}

// The minimum or maximum of a NaN and a number is the number, unless `.NaN` is given. -0 is less than +0.
Word extreme(bool least, bool keeps_nan, unsigned width, const Word* s) {
  const bool first = is_nan(s[0], width);
  const bool second = is_nan(s[1], width);
  if ((first && second) || (keeps_nan && (first || second)))
    return width == 32 ? 0x7fffffff : Word{0x7fff} << 48 | mask_of(48);
  if (first) return s[1];
  if (second) return s[0];
  const double a = to_double(s[0], width);
  const double b = to_double(s[1], width);
  if (a == b) return ((s[0] & sign_of(width)) != 0) == least ? s[0] : s[1];
  return (a < b) == least ? s[0] : s[1];
}

// Computes in double precision where that is accurate enough for every permitted result.
double approximate(const std::string& name, double x) {
  if (name == "rsqrt") return 1 / std::sqrt(x);
  if (name == "sin") return std::sin(x);
  if (name == "cos") return std::cos(x);
  if (name == "lg2") return std::log2(x);
  if (name == "ex2") return std::exp2(x);
  return std::tanh(x);
}

Word clamped(Word bits, unsigned width) {
  const double value = to_double(bits, width);
  if (std::isnan(value) || value <= 0) return 0;
  return value >= 1 ? from_double(1, width) : bits;
}

bool tested(const std::string& what, Word bits, unsigned width) {
  const double value = to_double(bits, width);
  const bool below = flushed(bits, width) != bits;
  if (what == "finite") return std::isfinite(value);
  if (what == "infinite") return std::isinf(value);
  if (what == "number") return !std::isnan(value);
  if (what == "notanumber") return std::isnan(value);
  if (what == "normal") return std::isfinite(value) && value != 0 && !below;
  return below;  // subnormal
}

using Inner = std::function<Word(const Word*)>;

// Parses the instruction with the modifiers that all of these operations share.
Operation wrapped(const Statement& statement, std::size_t count, bool keeps_nan, const Inner& inner) {
  const Type type = statement.type();
  const bool flushes = statement.has("ftz");
  const bool saturates = statement.has("sat");
  return {std::vector<Type>(count, type), type, [=](Machine& machine, const Word* s) {
            Word sources[3] = {0, 0, 0};
            for (std::size_t i = 0; i < count; ++i) sources[i] = flushes ? flushed(s[i], type.bits) : s[i];
            Word result = inner(sources);
            if (flushes) result = flushed(result, type.bits);
            if (saturates) return clamped(result, type.bits);
            return keeps_nan ? result : with_any_nan(machine, result, type.bits);
          }};
}

}  // namespace

Word flushed(Word bits, unsigned width) {
  const unsigned fraction = width == 32 ? 23 : 52;
  const bool no_exponent = (bits & ~sign_of(width)) >> fraction == 0;
  return no_exponent ? bits & sign_of(width) : bits;
}

bool is_nan(Word bits, unsigned width) {
  return std::isnan(to_double(bits, width));
}

Word with_any_nan(Machine& machine, Word bits, unsigned width) {
  if (!is_nan(bits, width)) return bits;
  const Word quiet = width == 32 ? 0x7fc00000 : Word{0x7ff8} << 48;
  return (machine.item.arbitrary_word() & mask_of(width)) | quiet;
}

std::optional<Operation> float_operation(const Statement& statement) {
  static const std::map<std::string, std::size_t> kSources{
      {"add", 2}, {"sub", 2}, {"mul", 2},   {"div", 2},  {"fma", 3},      {"mad", 3},  {"rcp", 1},
      {"min", 2}, {"max", 2}, {"sqrt", 1},  {"abs", 1},  {"neg", 1},      {"sin", 1},  {"cos", 1},
      {"lg2", 1}, {"ex2", 1}, {"rsqrt", 1}, {"tanh", 1}, {"copysign", 2}, {"testp", 1}};
  const std::string name = statement.words[0];
  const auto found = kSources.find(name);
  if (found == kSources.end()) return std::nullopt;
  const Type type = statement.type();
  if (type.kind != 'f' || type.bits < 32) statement.refuse("arithmetic of this type");
  const unsigned width = type.bits;
  // That of double precision is passed on where only the sign changes; min and max have one.
  const bool changes_sign = name == "abs" || name == "neg";
  const bool keeps = name == "min" || name == "max" || name == "copysign" || (changes_sign && width == 64);
  const auto make = [&](const Inner& inner) { return wrapped(statement, found->second, keeps, inner); };
  if (name == "testp") {
    const std::string what = statement.words.size() > 1 ? statement.words[1] : "";
    return Operation{
        {type}, {'p', 1}, [=](Machine&, const Word* s) { return Word{tested(what, s[0], width)}; }};
  }
  if (name == "min" || name == "max") {
    allow(statement, {"ftz", "NaN"});
    const bool keeps_nan = statement.has("NaN");
    return make([=](const Word* s) { return extreme(name == "min", keeps_nan, width, s); });
  }
  allow(statement, {"rn", "rz", "rm", "rp", "ftz", "sat", "approx", "full"});
  if (name == "abs") return make([=](const Word* s) { return s[0] & ~sign_of(width); });
  if (name == "neg") return make([=](const Word* s) { return s[0] ^ sign_of(width); });
  if (name == "copysign")
    return make([=](const Word* s) { return (s[0] & sign_of(width)) | (s[1] & ~sign_of(width)); });
  const RoundingMode mode = direction_of(statement);
  if (name == "sqrt") {
    if (mode != RoundingMode::NearestTiesToEven) statement.refuse("a root that is not rounded to nearest");
    return make([=](const Word* s) {
      return width == 32 ? bits_of(std::sqrt(as_float(s[0]))) : bits_of(std::sqrt(as_double(s[0])));
    });
  }
  if (name == "rsqrt" || name == "sin" || name == "cos" || name == "lg2" || name == "ex2" || name == "tanh")
    return make([=](const Word* s) { return from_double(approximate(name, to_double(s[0], width)), width); });
  return make([=](const Word* s) { return rounded(name, mode, width, s); });
}

}  // namespace launchproof::oracle::ptx
