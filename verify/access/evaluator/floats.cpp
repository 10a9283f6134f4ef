// Evaluates functions and operations on floats, as far as OpenCL defines their results.
#include <algorithm>

#include "verify/access/evaluator/evaluator.h"
#include "verify/access/evaluator/family_run.h"
#include "verify/symbolic/floats/float_bits.h"

namespace launchproof::access {

using model::Op;
using model::Value;
using smt::Term;
using symbolic::compare_bits;
using symbolic::ExactFloats;
using symbolic::float_operation;
using symbolic::FloatOperation;
using symbolic::Unknown;
using verdict::Cause;

// Values that only flow into stored data do not get larger formulas.
std::optional<ExactFloats::Result> Evaluator::Here::exact(const Value& value,
                                                          const std::vector<Term>& operands,
                                                          const Unknown& why) {
  const model::Function& function = d_evaluator.d_context.kernel.functions[value.index];
  return d_evaluator.d_floats.apply(function.name, operands, value.width, d_evaluator.d_context.decides[d_id],
                                    why);
}

// Returns the truth value of an application. A comparison with a constant depends on the operand's bits if
// nothing else is known about the operand. For the result of a float operation more is known
// (FloatQuestions), so its comparison remains an application, which the bits define.
Term Evaluator::compared(const std::string& function, const std::vector<Term>& x, Term application) {
  const Term opaque = d_store.eq(application, d_store.bv(1, 1));
  const auto operation = x.size() == 2 ? float_operation(function) : std::nullopt;
  if (!operation || operation->kind != FloatOperation::Kind::Compare) return opaque;
  const auto known = compare_bits(d_store, *operation, x[0], x[1]);
  if (!known || known->valid.is_false()) return opaque;
  const auto is_computed = [&](Term operand) {
    return std::ranges::any_of(d_store.applications(operand), [](Term part) {
      return part->name.starts_with("f.") || part->name.starts_with("float.");
    });
  };
  if (!is_computed(x[0]) && !is_computed(x[1])) return d_store.ite(known->valid, known->value, opaque);
  d_defined.emplace(application, d_store.implies(known->valid, d_store.eq(opaque, known->value)));
  return opaque;
}

// A proof for several launches depends on the two arguments having different memory.
void Evaluator::note_apart(model::ArrayId a, model::ArrayId b) {
  const auto& arrays = d_context.kernel.arrays;
  if (d_context.family != nullptr && arrays[a].parameter != model::kNone &&
      arrays[b].parameter != model::kNone)
    d_context.family->disjoint.insert(std::minmax(a, b));
}

// Evaluates integer operations that implement operations on floats: fabs, negation, signbit, isnan and the
// like. Returns a null term if the operands are not exact floats.
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

// After a marker, so that a counterexample that only needs exact values is a real one.
Term Evaluator::where_exact(const ExactFloats::Result& exact, Term otherwise, const Unknown& why) {
  const std::string name = "float." + std::to_string(exact.valid.id()) + "." + std::to_string(otherwise.id());
  Unknown rounding = why;
  rounding.rounded = otherwise;
  const Term marker = d_context.unknowns.marker(name, rounding);
  d_bounds.emplace(marker, d_store.or_(exact.valid, marker));
  const Term none = otherwise.width() == 0 ? d_store.false_() : d_store.bv(0, otherwise.width());
  const Term result = d_store.ite(exact.valid, exact.value, d_store.ite(marker, otherwise, none));
  if (otherwise.width() != 0) d_context.unknowns.note_rounded(result, otherwise);
  return result;
}

}  // namespace launchproof::access
