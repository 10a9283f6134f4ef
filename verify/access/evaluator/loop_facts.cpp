// Proves facts about loop-carried values (loop_facts.h) by induction and adds them to questions.
#include <algorithm>

#include "verify/access/evaluator/evaluator.h"
#include "verify/symbolic/floats/float_operation.h"

namespace launchproof::access {

using model::LoopId;
using model::ValueId;
using smt::Bits;
using smt::Kind;
using smt::Status;
using smt::Term;
using symbolic::float_operation;
using symbolic::FloatOperation;

namespace {

constexpr unsigned kIterationBits = 64;
constexpr std::size_t kMostLeaves = 32;    // leaves of the choices that compute a next value
constexpr std::size_t kMostConstants = 8;  // constants that a value may equal
constexpr unsigned kMostQuestions = 48;    // limit for the facts of one loop
constexpr unsigned kMostStepBits = 16;     // bits of a step that is counted in iterations

// Returns the values that conditional choices lead to; empty if there are too many.
std::vector<Term> leaves_of(Term term) {
  std::vector<Term> result;
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    if (next.kind() == Kind::Ite) {
      open.push_back(next->operands[1]);
      open.push_back(next->operands[2]);
    } else if (std::ranges::find(result, next) == result.end()) {
      result.push_back(next);
    }
    if (open.size() + result.size() > kMostLeaves) return {};
  }
  return result;
}

bool relates_values(const LoopFact& fact) {
  const auto is_carried = [](const LoopOperand& one) { return one.source == LoopOperand::Source::Carried; };
  return fact.kind == LoopFact::Kind::Rises || fact.kind == LoopFact::Kind::Falls ||
         std::ranges::count_if(fact.operands, is_carried) > 1;
}

}  // namespace

bool Evaluator::may_be_float(ValueId value) const {
  std::vector<ValueId> open{value};
  for (std::size_t i = 0; i < open.size() && i < kMostLeaves; ++i) {
    const model::Value& one = d_context.kernel.values[open[i]];
    if (one.op == model::Op::Function) {
      const auto operation = float_operation(d_context.kernel.functions[one.index].name);
      if (operation && operation->kind != FloatOperation::Kind::ToInteger &&
          operation->kind != FloatOperation::Kind::Compare)
        return true;
    }
    std::vector<ValueId> from;
    if (one.op == model::Op::Select) from = {one.operands[1], one.operands[2]};
    if (one.op == model::Op::Phi) from = d_lowering.phi(open[i]).incoming;
    for (const ValueId next : from)
      if (std::ranges::find(open, next) == open.end()) open.push_back(next);
  }
  return false;
}

LoopState Evaluator::state_at(EnvironmentId environment) {
  const Environment here = d_context.environments.at(environment);
  return {[this, environment](ValueId id) { return value(id, environment); },
          [this, here](ValueId id) {
            return value(summary(here.loop, here.parent).recurrences.at(id).initial, here.parent);
          },
          [this, here](ValueId id) { return value(id, here.parent); }, here.counter};
}

// How the values change in an arbitrary iteration, as far as their terms show.
std::vector<CarriedValue> Evaluator::carried_values(LoopId loop, EnvironmentId inside) {
  const EnvironmentId outer = d_context.environments.at(inside).parent;
  std::vector<CarriedValue> result;
  for (const auto& [id, recurrence] : summary(loop, outer).recurrences) {
    const unsigned width = d_context.kernel.values[id].width;
    if (width <= 1 || !d_context.decides[id] || d_context.opaque[id]) continue;
    if (recurrence.form == Form::Unknown && may_be_float(recurrence.next)) continue;
    CarriedValue carried;
    carried.id = id;
    carried.is_open = recurrence.form == Form::Unknown;
    carried.most = recurrence.most;
    result.push_back(carried);
    if (!carried.is_open) continue;
    const Term now = value(id, inside);
    const std::vector<Term> steps = leaves_of(value(recurrence.next, inside));
    std::vector<Term> all = leaves_of(value(recurrence.initial, outer));
    all.insert(all.end(), steps.begin(), steps.end());
    smt::SignedBits least = 0, most = 0;
    for (const Term next : steps) {
      const auto range = d_store.signed_range(d_store.sub(next, now));
      least = std::min(least, range.low);
      most = std::max(most, range.high);
    }
    constexpr smt::SignedBits kLargest = smt::SignedBits{1} << kMostStepBits;
    if (!steps.empty() && least == 0 && most <= kLargest) result.back().rises = static_cast<Bits>(most);
    if (!steps.empty() && most == 0 && least >= -kLargest) result.back().falls = static_cast<Bits>(-least);
    std::erase(all, now);
    if (steps.empty() || all.empty() || all.size() > kMostConstants ||
        !std::ranges::all_of(all, [](Term one) { return one.is_constant(); }))
      continue;
    for (const Term one : all) result.back().constants.push_back(one->value);
  }
  return result;
}

// Returns the candidates that hold when the loop is entered and that each completed iteration maintains, all
// together. Each model of the negation removes the candidates that it violates, until there is no model.
std::vector<LoopFact> Evaluator::prove_loop_facts(LoopId loop, const InductionProver& prover) {
  const model::Loop& info = d_context.kernel.loops[loop];
  const EnvironmentId outer = enter_all(info.preheader, kOutside, d_item.tag + ".induction");
  const LoopSummary& known = summary(loop, outer);
  const auto is_open = [&](const auto& one) {
    return one.second.form == Form::Unknown && d_context.decides[one.first] && !d_context.opaque[one.first] &&
           !may_be_float(one.second.next);
  };
  if (!std::ranges::any_of(known.recurrences, is_open)) return {};
  const Term here = counter(loop, outer, d_item.tag + ".induction." + std::to_string(loop));
  if (here.is_constant()) return {};  // iteration 0 alone
  const EnvironmentId inside = d_context.environments.enter(outer, loop, here);
  d_arbitrary.emplace(inside, true);
  std::vector<LoopFact> facts = loop_candidates(d_context.graph, loop, carried_values(loop, inside));

  const LoopState now = state_at(inside);
  LoopState first = now;
  first.carried = now.first;
  first.iteration = d_store.bv(0, kIterationBits);
  LoopState next = now;
  next.carried = [&](ValueId id) { return value(known.recurrences.at(id).next, inside); };
  next.iteration = d_store.add(here, d_store.bv(1, kIterationBits));

  const LoopId region = d_context.environments.at(outer).loop;
  const Term entered = d_store.and_(enter(outer), path(d_context.graph.start(region), info.header, outer));
  const std::vector<model::BlockId>& ways = d_context.kernel.blocks[info.latch].successors;
  const auto back = static_cast<std::uint32_t>(std::ranges::find(ways, info.header) - ways.begin());
  std::vector<Term> taken{entered, arrive(info.latch, inside), this_edge(info.latch, back, inside)};
  for (const Exit& exit : known.exits)
    if (exit.exact) taken.push_back(d_store.ule(here, exit.stays));
  const Term completed = d_store.and_(taken);
  // Asks for the negation: some remaining candidate does not hold at first, or is not maintained.
  const auto opposite = [&](bool is_step) {
    std::vector<Term> question(d_item.constraints);
    question.push_back(is_step ? completed : entered);
    std::vector<Term> broken;
    broken.reserve(facts.size());
    for (const LoopFact& fact : facts) {
      if (is_step) question.push_back(holds(d_store, fact, now));
      broken.push_back(d_store.not_(holds(d_store, fact, is_step ? next : first)));
    }
    question.push_back(d_store.or_(broken));
    return question;
  };
  std::erase_if(facts, [&](const LoopFact& fact) { return holds(d_store, fact, first).is_false(); });
  unsigned questions = 0;
  for (const bool is_step : {false, true})
    while (!facts.empty()) {
      const std::vector<Term> question = opposite(is_step);
      if (question.back().is_false()) break;
      const smt::Answer answer = ++questions <= kMostQuestions ? prover.ask(question) : smt::Answer();
      if (answer.status == Status::Unsat) break;
      const LoopState& state = is_step ? next : first;
      const std::size_t before = facts.size();
      std::erase_if(facts, [&](const LoopFact& fact) {
        return answer.status == Status::Sat ? answer.model.evaluate(holds(d_store, fact, state)) == 0
                                            : relates_values(fact);  // the question was too hard with these
      });
      if (facts.size() == before) facts.clear();
    }
  for (const bool is_step : {false, true})
    if (prover.confirm && !facts.empty() && !prover.confirm(opposite(is_step))) facts.clear();
  std::erase_if(facts, [&](const LoopFact& fact) { return holds(d_store, fact, now).is_true(); });
  std::uint32_t last = UINT32_MAX;
  std::vector<LoopFact> result;
  for (const LoopFact& fact : facts) {
    if (fact.chain != last) result.push_back(fact);
    last = fact.chain;
  }
  return result;
}

// The facts about this iteration, given that the loop reaches it.
std::vector<Term> Evaluator::loop_facts(EnvironmentId environment) {
  if (d_context.loop_facts == nullptr) return {};
  const std::vector<LoopFact>& facts = d_context.loop_facts->of(d_context.environments.at(environment).loop);
  if (facts.empty()) return {};
  const LoopState state = state_at(environment);
  const Term reached = enter(environment);
  std::vector<Term> result;
  result.reserve(facts.size());
  for (const LoopFact& fact : facts) result.push_back(d_store.implies(reached, holds(d_store, fact, state)));
  return result;
}

}  // namespace launchproof::access
