#include "verify/access/loops/loop_facts.h"

#include <algorithm>

namespace launchproof::access {
namespace {

using smt::Bits;
using smt::Term;
using smt::TermStore;
using LoopFactKind = LoopFact::Kind;
using Source = LoopOperand::Source;

constexpr unsigned kStepBits = 32;  // bits of a step that is multiplied by the iteration number

Term term_of(TermStore& store, const LoopOperand& operand, const LoopState& state) {
  Term term;
  switch (operand.source) {
    case Source::Carried:
      term = state.carried(operand.value);
      break;
    case Source::First:
      term = state.first(operand.value);
      break;
    case Source::Fixed:
      term = state.fixed(operand.value);
      break;
    case Source::Zero:
      return store.bv(operand.offset, operand.width);
  }
  term = operand.is_signed ? store.sext(term, operand.width) : store.zext(term, operand.width);
  return store.add(term, store.bv(operand.offset, operand.width));
}

Term first_of(TermStore& store, LoopOperand operand, const LoopState& state) {
  operand.source = Source::First;
  return term_of(store, operand, state);
}

// Returns the condition that `more` is at most `number * iteration` above `less`, whatever wraps.
Term within_iterations(TermStore& store, Term more, Term less, Bits number, Term iteration) {
  const unsigned width = std::max(more.width(), iteration.width()) + kStepBits;
  return store.ule(store.zext(store.sub(more, less), width),
                   store.mul(store.bv(number, width), store.zext(iteration, width)));
}

Term sum_of(TermStore& store, const LoopFact& fact, const std::function<Term(const LoopOperand&)>& value) {
  Term sum = store.add(value(fact.operands[0]), value(fact.operands[1]));
  if (fact.operands.size() > 2) sum = store.sub(sum, value(fact.operands[2]));
  return sum;
}

}  // namespace

Term holds(TermStore& store, const LoopFact& fact, const LoopState& state) {
  const auto now = [&](const LoopOperand& operand) { return term_of(store, operand, state); };
  const auto first = [&](const LoopOperand& operand) { return first_of(store, operand, state); };
  const Term left = now(fact.operands[0]);
  switch (fact.kind) {
    case LoopFactKind::ULess:
      return store.ult(left, now(fact.operands[1]));
    case LoopFactKind::ULessEq:
      return store.ule(left, now(fact.operands[1]));
    case LoopFactKind::SLess:
      return store.slt(left, now(fact.operands[1]));
    case LoopFactKind::SLessEq:
      return store.sle(left, now(fact.operands[1]));
    case LoopFactKind::SameSum:
      return store.eq(sum_of(store, fact, now), sum_of(store, fact, first));
    case LoopFactKind::Rises:
      return within_iterations(store, left, first(fact.operands[0]), fact.number, state.iteration);
    case LoopFactKind::Falls:
      return within_iterations(store, first(fact.operands[0]), left, fact.number, state.iteration);
    case LoopFactKind::Aligned:
      return store.eq(
          store.trunc(store.sub(left, first(fact.operands[0])), static_cast<unsigned>(fact.number)),
          store.bv(0, static_cast<unsigned>(fact.number)));
    case LoopFactKind::OneOf: {
      std::vector<Term> ways;
      ways.reserve(fact.constants.size());
      for (const Bits constant : fact.constants)
        ways.push_back(store.eq(left, store.bv(constant, left.width())));
      return store.or_(ways);
    }
    case LoopFactKind::BothZero: {
      const Term other = now(fact.operands[1]);
      return store.implies(store.eq(left, store.bv(0, left.width())),
                           store.eq(other, store.bv(0, other.width())));
    }
  }
  return store.true_();
}

}  // namespace launchproof::access
