// Implements relational functions, select and shuffle.
#include <cmath>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/elementwise.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;
using Predicate = bool (*)(double, double);

const std::map<std::string, Predicate>& predicates() {
  static const std::map<std::string, Predicate> kPredicates{
      {"isequal", [](double a, double b) { return a == b; }},
      {"isnotequal", [](double a, double b) { return a != b; }},
      {"isgreater", [](double a, double b) { return a > b; }},
      {"isgreaterequal", [](double a, double b) { return a >= b; }},
      {"isless", [](double a, double b) { return a < b; }},
      {"islessequal", [](double a, double b) { return a <= b; }},
      {"islessgreater", [](double a, double b) { return a < b || a > b; }},
      {"isordered", [](double a, double b) { return !std::isnan(a) && !std::isnan(b); }},
      {"isunordered", [](double a, double b) { return std::isnan(a) || std::isnan(b); }},
      {"isfinite", [](double a, double) { return std::isfinite(a); }},
      {"isinf", [](double a, double) { return std::isinf(a); }},
      {"isnan", [](double a, double) { return std::isnan(a); }},
      {"signbit", [](double a, double) { return std::signbit(a); }},
  };
  return kPredicates;
}

// True is 1 for scalars and all ones for vectors.
Word truth(bool value, bool vector) {
  if (!value) return 0;
  return vector ? ~Word{0} : Word{1};
}

Handler make_predicate(const Signature& signature, Predicate predicate) {
  const bool vector = signature.parameters[0].lanes > 1;
  return elementwise(signature, [vector, predicate](const ScalarType& t, Word a, Word b, Word) {
    return truth(predicate(to_double(a, t.bits), to_double(b, t.bits)), vector);
  });
}

// Decides by the exponent's bits, because the precision determines which numbers are normal.
Handler make_is_normal(const Signature& signature) {
  const bool vector = signature.parameters[0].lanes > 1;
  return elementwise(signature, [vector](const ScalarType& t, Word a, Word, Word) {
    const unsigned wide_fraction = t.bits == 32 ? 23 : 52;
    const unsigned fraction = t.bits == 16 ? 10 : wide_fraction;
    const Word all_ones = mask_of(t.bits - 1U - fraction);
    const Word exponent = (a >> fraction) & all_ones;
    return truth(exponent != 0 && exponent != all_ones, vector);
  });
}

// The most significant bit of each lane counts.
Handler make_any_all(const Signature& signature) {
  const bool all = signature.name == "all";
  const std::uint32_t lanes = signature.parameters[0].lanes;
  const Word sign = Word{1} << (signature.parameters[0].scalar.bits - 1);
  return [=](CallingItem&, Lanes arguments, Word* result) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < lanes; ++i) count += (arguments[0][i] & sign) != 0 ? 1 : 0;
    *result = count >= (all ? lanes : 1) ? 1 : 0;
  };
}

// Scalars select by "not zero", vectors by the most significant bit.
Handler make_select(const Signature& signature) {
  const TypeName& choice = signature.parameters[2];
  const Word mask = choice.lanes > 1 ? Word{1} << (choice.scalar.bits - 1) : mask_of(choice.scalar.bits);
  return elementwise(signature,
                     [mask](const ScalarType&, Word a, Word b, Word c) { return (c & mask) != 0 ? b : a; });
}

Handler make_shuffle(const Signature& signature) {
  const std::uint32_t lanes = signature.parameters[0].lanes;
  const bool two = signature.name == "shuffle2";
  const std::uint32_t results = signature.result_lanes;
  return [=](CallingItem&, Lanes arguments, Word* result) {
    for (std::uint32_t i = 0; i < results; ++i) {
      const Word lane = arguments[two ? 2 : 1][i] % (two ? 2 * lanes : lanes);
      result[i] = lane < lanes ? arguments[0][lane] : arguments[1][lane - lanes];
    }
  };
}

}  // namespace

Handler find_vector_builtin(const Signature& signature) {
  const std::string& name = signature.name;
  const std::size_t count = signature.parameters.size();
  if (count == 0 || !signature.parameters[0].known) return {};
  if (const auto found = predicates().find(name);
      found != predicates().end() && signature.parameters[0].scalar.is_float) {
    return make_predicate(signature, found->second);
  }
  if (name == "isnormal") return make_is_normal(signature);
  if ((name == "any" || name == "all") && count == 1) return make_any_all(signature);
  if (name == "select" && count == 3) return make_select(signature);
  if (name == "bitselect" && count == 3) {
    return elementwise(signature,
                       [](const ScalarType&, Word a, Word b, Word c) { return (a & ~c) | (b & c); });
  }
  if ((name == "shuffle" && count == 2) || (name == "shuffle2" && count == 3)) return make_shuffle(signature);
  return {};
}

}  // namespace launchproof::oracle
