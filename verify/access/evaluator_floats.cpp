// Functions of the model: what OpenCL fixes of floats is computed, all else is opaque.
#include "verify/access/evaluator.h"
#include "verify/access/memory_objects.h"
#include "verify/access/shape.h"

namespace launchproof::access {

using model::Op;
using model::Value;
using model::ValueId;
using smt::Term;
using verdict::Cause;

Term Evaluator::function(const Value& value, ValueId id, std::vector<Term> x) {
  const model::Function& function = d_context.kernel.functions[value.index];
  const bool boolean = value.width == 1;
  if (function.name == "pointer.equal")
    if (const Term known = pointers_equal(x)) return known;
  if (function.name == kObject)
    if (const Term known = memory_object(d_store, d_context.kernel, d_context.regions, x[0])) return known;
  const Unknown why = opaque(function, value.location);
  std::string name = "f." + function.name;
  for (Term& operand : x) {
    operand = to_bits(operand);
    name += "." + std::to_string(operand.width());
  }
  // For what only flows into stored data no formula grows.
  const auto exact = d_floats.apply(function.name, x, value.width, d_context.decides[id], why);
  if (exact && exact->valid.is_true()) return exact->value;
  if (function.commutative && x.size() == 2) {
    // One order for all work-items, or equal results would look different.
    const auto rank = [&](std::size_t i) { return std::pair{shape(x[i]), value.operands[i]}; };
    if (rank(1) < rank(0)) std::swap(x[0], x[1]);
  }
  d_context.unknowns.function(name, why);
  if (x.empty()) return d_context.unknowns.value(name, value.width, why);
  const Term bits = d_store.apply(name, x, value.width);
  const Term otherwise = boolean ? d_store.eq(bits, d_store.bv(1, 1)) : bits;
  return exact ? where_exact(*exact, otherwise, why) : otherwise;
}

// Integer operations that are spelled for floats: fabs, the negation, signbit, isnan and its like. A null
// term when the operands are no exact floats.
Term Evaluator::bits_of_float(const Value& value, const std::vector<Term>& x) {
  if (x.empty() || x[0].width() < 16) return {};
  const Unknown why{Cause::OpaqueFunction, "the bits of a float", value.location};
  if (value.op == Op::Extract) {
    if (value.width != 1 || value.literal + 1 != x[0].width()) return {};
    const auto sign = d_floats.sign(x[0]);
    if (!sign) return {};
    const Term bit = d_store.eq(d_store.extract(x[0], x[0].width() - 1, 1), d_store.bv(1, 1));
    return sign->valid.is_true() ? sign->value : d_store.ite(sign->valid, sign->value, bit);
  }
  const auto as_bits = [&] {
    switch (value.op) {
      case Op::And:
        return d_store.bvand(x[0], x[1]);
      case Op::Xor:
        return d_store.bvxor(x[0], x[1]);
      case Op::Equal:
        return d_store.eq(x[0], x[1]);
      case Op::ULess:
        return d_store.ult(x[0], x[1]);
      default:
        return d_store.ule(x[0], x[1]);
    }
  };
  const bool spells = value.op == Op::And || value.op == Op::Xor || value.op == Op::Equal ||
                      value.op == Op::ULess || value.op == Op::ULessEq;
  const auto exact = spells ? d_floats.bitwise(value.op, x, why) : std::nullopt;
  if (!exact) return {};
  return exact->valid.is_true() ? exact->value : d_store.ite(exact->valid, exact->value, as_bits());
}

Term Evaluator::differ(Term a, Term b) {
  return d_store.not_(d_floats.same(a, b));
}

// Behind a marker, so that a counterexample that needs no other value than the exact ones is one.
Term Evaluator::where_exact(const ExactFloats::Result& exact, Term otherwise, const Unknown& why) {
  const std::string name = "float." + std::to_string(exact.valid.id()) + "." + std::to_string(otherwise.id());
  const Term marker = d_context.unknowns.marker(name, why);
  d_bounds.emplace(marker, d_store.or_(exact.valid, marker));
  const Term none = otherwise.width() == 0 ? d_store.false_() : d_store.bv(0, otherwise.width());
  return d_store.ite(exact.valid, exact.value, d_store.ite(marker, otherwise, none));
}

}  // namespace launchproof::access
