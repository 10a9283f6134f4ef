// Facts of a launch that are left open, as variables, and the relations between them.
#include <algorithm>

#include "verify/symbolic/terms/launch_terms.h"

namespace launchproof::symbolic {

using model::Quantity;
using model::QuantityKind;
using model::RelationKind;
using smt::Term;

const model::FreeFact* LaunchTerms::free_fact(QuantityKind kind, std::uint32_t index) const {
  const auto found = std::ranges::find_if(d_first.free, [&](const model::FreeFact& one) {
    return one.quantity.kind == kind && one.quantity.index == index;
  });
  return found == d_first.free.end() ? nullptr : &*found;
}

Term LaunchTerms::free_variable(const Quantity& quantity) {
  if (is_pinned(d_first.relations, quantity))
    return d_store.bv(free_fact(quantity.kind, quantity.index)->bits, quantity.width);
  const std::string number = std::to_string(quantity.index);
  switch (quantity.kind) {
    case QuantityKind::Value:
      return d_store.bv_var("launch.free.value." + number, quantity.width);
    case QuantityKind::Bytes:
      return d_store.bv_var("launch.free.bytes." + number, quantity.width);
    case QuantityKind::LocalSize:
      return d_store.trunc(local_size(quantity.index), quantity.width);
    default:
      // As wide as open sizes.
      return d_store.trunc(groups(quantity.index), quantity.width);
  }
}

std::optional<Term> LaunchTerms::free_value(std::uint32_t parameter) {
  const model::FreeFact* free = free_fact(QuantityKind::Value, parameter);
  return free == nullptr ? std::nullopt : std::optional(free_variable(free->quantity));
}

Term LaunchTerms::amount(const model::Amount& amount, unsigned width) {
  Term product = d_store.bv(static_cast<smt::Bits>(static_cast<smt::SignedBits>(amount.coefficient)), width);
  for (const Quantity& factor : amount.factors) {
    const Term variable = free_variable(factor);
    product = d_store.mul(product,
                          factor.is_signed ? d_store.sext(variable, width) : d_store.zext(variable, width));
  }
  return product;
}

// Returns a bound of a fact as a comparison in the fact's own width, where rules and intervals of terms
// recognise it. Returns null for other relations, and for bounds that do not fit into this width.
Term LaunchTerms::native_bound(const model::Relation& relation) {
  const bool is_bound = relation.kind == RelationKind::AtMost || relation.kind == RelationKind::AtLeast;
  if (!is_bound || relation.left.coefficient != 1 || relation.left.factors.size() != 1 ||
      !relation.right.factors.empty() || relation.right.coefficient < 0)
    return {};
  const Quantity& fact = relation.left.factors.front();
  const auto number = static_cast<std::uint64_t>(relation.right.coefficient);
  const unsigned usable = fact.is_signed ? fact.width - 1 : fact.width;
  if (usable < 64 && number >> usable != 0) return {};
  const Term variable = free_variable(fact);
  const Term bound = d_store.bv(number, fact.width);
  const bool is_upper = relation.kind == RelationKind::AtMost;
  if (fact.is_signed) return is_upper ? d_store.sle(variable, bound) : d_store.sle(bound, variable);
  return is_upper ? d_store.ule(variable, bound) : d_store.ule(bound, variable);
}

Term LaunchTerms::relation(const model::Relation& relation) {
  if (relation.kind == RelationKind::Pinned) {
    const Term variable = free_variable(relation.left.factors.front());
    return d_store.eq(variable, d_store.bv(relation.bits, variable.width()));
  }
  if (const Term bound = native_bound(relation)) return bound;
  const unsigned width = *width_of(relation);
  const Term left = amount(relation.left, width);
  const Term right = amount(relation.right, width);
  const Term zero = d_store.bv(0, width);
  switch (relation.kind) {
    case RelationKind::Equal:
      return d_store.eq(left, right);
    case RelationKind::AtMost:
      return d_store.sle(left, right);
    case RelationKind::AtLeast:
      return d_store.sle(right, left);
    case RelationKind::PowerOfTwo:
      return d_store.and_(d_store.slt(zero, left),
                          d_store.eq(d_store.bvand(left, d_store.sub(left, d_store.bv(1, width))), zero));
    default:
      return d_store.eq(d_store.srem(left, right), zero);
  }
}

std::vector<Term> LaunchTerms::relations() {
  std::vector<Term> result;
  result.reserve(d_first.relations.size());
  for (const model::Relation& one : d_first.relations) result.push_back(relation(one));
  return result;
}

bool LaunchTerms::relations_admit_launch() {
  smt::Model launch;
  for (const model::FreeFact& free : d_first.free)
    if (const Term variable = free_variable(free.quantity); !variable.is_constant())
      launch.set(variable, free.bits);
  return std::ranges::all_of(relations(), [&](Term one) { return launch.evaluate(one) != 0; });
}

void LaunchTerms::observe(const std::vector<Term>& conjuncts, smt::Model model) {
  if (d_counterexamples == nullptr) return;
  std::vector<std::uint64_t> values;
  values.reserve(d_first.free.size());
  for (const model::FreeFact& free : d_first.free) {
    const Term variable = free_variable(free.quantity);
    if (variable.is_constant()) {
      values.push_back(free.bits);
      continue;
    }
    const smt::Bits other = model.evaluate(variable);
    model.set(variable, free.bits);
    if (!std::ranges::all_of(conjuncts, [&](Term one) { return model.evaluate(one) != 0; }))
      model.set(variable, other);
    values.push_back(static_cast<std::uint64_t>(model.evaluate(variable)));
  }
  d_counterexamples->push_back(std::move(values));
}

}  // namespace launchproof::symbolic
