// Computes how often a loop runs.
#include <algorithm>
#include <bit>
#include <unordered_set>

#include "verify/access/evaluator/evaluator.h"
#include "verify/analysis/preconditions.h"

namespace launchproof::access {

using analysis::ExitEdge;
using model::kNone;
using model::LoopId;
using model::Op;
using model::ValueId;
using smt::Term;
using verdict::Cause;

namespace {
constexpr unsigned kCounterBits = 64;
constexpr std::uint64_t kMostRuns = 300;  // iterations tried when the condition is run to find a trip count
constexpr std::uint64_t kFirstIterations = 4;  // iterations of a loop without trip count that are examined
                                               // one by one
constexpr std::uint64_t kMostListed = 32;      // iterations whose exits are listed one by one
constexpr int kRounds = 2;                     // rounds in which known recurrences help to find further ones
}  // namespace

std::string Evaluator::iteration_name(LoopId loop, EnvironmentId outer) const {
  return d_item.tag + ".iteration." + std::to_string(loop) + "." + std::to_string(outer);
}

Term Evaluator::iteration(LoopId loop, EnvironmentId outer) {
  return d_store.bv_var(iteration_name(loop, outer), kCounterBits);
}

const Evaluator::LoopSummary& Evaluator::summary(LoopId loop, EnvironmentId outer) {
  const auto [it, inserted] = d_summaries.try_emplace({loop, outer});
  LoopSummary& result = it->second;
  if (!inserted) return result;
  Arbitrary arbitrary = arbitrary_iteration(loop, outer, iteration(loop, outer));
  d_arbitrary.emplace(arbitrary.inside, false);
  classify(arbitrary, result);
  const auto& exits = d_context.graph.exits(loop);
  for (std::uint32_t i = 0; i < exits.size(); ++i) {
    Exit counted;
    counted.index = i;
    count_exit(arbitrary, result, counted);
    result.exits.push_back(counted);
  }
  const auto list_exits = [&](const Arbitrary& at) {
    for (Exit& exit : result.exits)
      if (!exit.exact) count_by_listing(at, result, exit);
  };
  list_exits(arbitrary);
  const auto open = [&] {
    for (const auto& [id, recurrence] : result.recurrences)
      if (recurrence.form == Form::Unknown && d_context.decides[id] && !d_context.opaque[id]) return true;
    return std::any_of(result.exits.begin(), result.exits.end(),
                       [](const Exit& exit) { return !exit.exact; });
  };
  for (int round = 1; round <= kRounds && open(); ++round) {
    const Term here = counter(loop, outer, iteration_name(loop, outer) + "." + std::to_string(round));
    if (here.is_constant()) break;  // iteration 0 alone
    Arbitrary again = arbitrary_iteration(loop, outer, here);
    d_arbitrary.emplace(again.inside, true);
    classify(again, result);
    for (Exit& exit : result.exits)
      if (!exit.exact) count_exit(again, result, exit);
    list_exits(again);
    if (round == kRounds || !open())
      for (const auto& [id, placeholder] : again.placeholders)
        if (const Recurrence& one = result.recurrences.at(id);
            one.form == Form::Unknown && !may_be_float(one.next))
          find_bound(again, result, id);
  }
  result.all_known = !result.exits.empty() && std::all_of(result.exits.begin(), result.exits.end(),
                                                          [](const Exit& e) { return e.exact; });
  return result;
}

void Evaluator::count_exit(Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit) {
  const ExitEdge& edge = d_context.graph.exits(arbitrary.loop)[exit.index];
  const model::Block& block = d_context.kernel.blocks[edge.from];
  // No work-item leaves through the path of an ignored annotation.
  if (const std::uint32_t annotation = d_context.kernel.blocks[edge.to].excluded_by;
      annotation != kNone && analysis::is_ignored(d_context.annotations.ignored, annotation)) {
    exit.known = exit.exact = true;
    exit.most = {};  // the formula's bound holds whenever the formula does
    exit.stays = d_store.bv(~smt::Bits{0}, kCounterBits);
    exit.no_wrap = d_store.true_();
    return;
  }
  if (block.loop != arbitrary.loop || !d_context.graph.dominates_latch(arbitrary.loop, edge.from)) return;
  bool stay_when = edge.successor != 0;
  if (block.successors.size() < 2) return;  // an unconditional exit; the latch would not be dominated
  ValueId condition = block.condition;
  // Removes negations around a comparison.
  for (;;) {
    const model::Value& v = d_context.kernel.values[condition];
    const bool negates = v.width == 1 && (v.op == Op::Xor || v.op == Op::Equal) && v.operands.size() == 2 &&
                         d_context.kernel.values[v.operands[0]].width == 1 &&
                         d_context.kernel.values[v.operands[1]].op == Op::Constant;
    if (!negates) break;
    const bool one = (d_context.kernel.values[v.operands[1]].literal & 1U) != 0;
    if (one == (v.op == Op::Xor)) stay_when = !stay_when;
    condition = v.operands[0];
  }
  if (count_by_formula(arbitrary, summary, exit, condition, stay_when)) return;
  count_by_running(arbitrary, exit, edge.successor != 0);
}

std::optional<Evaluator::Moving> Evaluator::moving(Arbitrary& arbitrary, const LoopSummary& summary,
                                                   ValueId operand, bool is_signed) {
  const model::Value& outer = d_context.kernel.values[operand];
  const unsigned width = outer.width;
  const bool extended = outer.op == Op::SExt || outer.op == Op::ZExt;
  const auto find = [&](ValueId id) -> std::optional<Moving> {
    const auto moves = polynomial(arbitrary, summary, value(id, arbitrary.inside));
    if (!moves || moves->size() != 2) return std::nullopt;
    return Moving{moves->at(0), moves->at(1), {}, {}};
  };
  const smt::Bits all = (smt::Bits{1} << width) - 1;
  if (auto direct = find(operand)) {
    direct->low = d_store.bv(is_signed ? smt::Bits{1} << (width - 1) : 0, width);
    direct->high = d_store.bv(is_signed ? all >> 1 : all, width);
    return direct;
  }
  if (!extended) return std::nullopt;
  const unsigned narrow = d_context.kernel.values[outer.operands[0]].width;
  if (narrow == 1 || (outer.op == Op::SExt && !is_signed)) return std::nullopt;
  auto inner = find(outer.operands[0]);
  if (!inner) return std::nullopt;
  const bool sign = outer.op == Op::SExt;
  const smt::Bits narrow_all = (smt::Bits{1} << narrow) - 1;
  inner->first = sign ? d_store.sext(inner->first, width) : d_store.zext(inner->first, width);
  inner->step = d_store.sext(inner->step, width);
  inner->low = d_store.bv(sign ? ~(narrow_all >> 1) : 0, width);
  inner->high = d_store.bv(sign ? narrow_all >> 1 : narrow_all, width);
  return inner;
}

bool Evaluator::count_by_formula(Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit,
                                 ValueId condition, bool stay_when) {
  const model::Value& compare = d_context.kernel.values[condition];
  const Term now = value(condition, arbitrary.inside);
  const auto known = [&](Term stays, Term no_wrap) {
    exit.known = true;
    exit.most = {};
    exit.stays = d_store.zext(stays, kCounterBits);
    exit.no_wrap = no_wrap;
    exit.exact = no_wrap.is_true();
    return true;
  };
  if (!varies(arbitrary, now)) {
    const Term stay = stay_when ? now : d_store.not_(now);
    return known(d_store.ite(stay, d_store.bv(~smt::Bits{0}, kCounterBits), d_store.bv(0, kCounterBits)),
                 d_store.true_());
  }
  const bool equality = compare.op == Op::Equal;
  const bool is_signed = compare.op == Op::SLess || compare.op == Op::SLessEq;
  if (!equality && !is_signed && compare.op != Op::ULess && compare.op != Op::ULessEq) return false;
  ValueId left = compare.operands[0];
  ValueId right = compare.operands[1];
  const unsigned width = d_context.kernel.values[left].width;
  if (width == 1) return false;
  bool strict = compare.op == Op::SLess || compare.op == Op::ULess;
  if (!equality && !stay_when) {  // not (a < b) is equivalent to b <= a
    std::swap(left, right);
    strict = !strict;
  }
  const Term left_now = value(left, arbitrary.inside);
  const bool up = varies(arbitrary, left_now);  // if the left side moves, it must grow to end the loop
  const Term bound = up ? value(right, arbitrary.inside) : left_now;
  if (varies(arbitrary, bound)) return false;
  const std::optional<Moving> side = moving(arbitrary, summary, up ? left : right, is_signed);
  if (!side) return false;

  const Term one = d_store.bv(1, width);
  const auto less = [&](Term a, Term b) { return is_signed ? d_store.slt(a, b) : d_store.ult(a, b); };
  const auto less_equal = [&](Term a, Term b) { return is_signed ? d_store.sle(a, b) : d_store.ule(a, b); };
  if (equality) {
    const model::Value& moved = d_context.kernel.values[up ? left : right];
    if (moved.op == Op::SExt || moved.op == Op::ZExt || !side->step.is_constant()) return false;
    const Term negative = d_store.slt(side->step, d_store.bv(0, width));
    if (stay_when)
      return known(d_store.ite(d_store.eq(side->first, bound), one, d_store.bv(0, width)), d_store.true_());
    const Term distance =
        negative.is_true() ? d_store.sub(side->first, bound) : d_store.sub(bound, side->first);
    const Term step = negative.is_true() ? d_store.neg(side->step) : side->step;
    return known(d_store.udiv(distance, step),
                 d_store.eq(d_store.urem(distance, step), d_store.bv(0, width)));
  }
  const Term step = up ? side->step : d_store.neg(side->step);
  if (step.is_constant() && !d_store.slt(d_store.bv(0, width), step).is_true())
    return false;  // the value moves away from the bound
  const Term from = up ? side->first : bound;
  const Term to = up ? bound : side->first;
  const Term runs = strict ? less(from, to) : less_equal(from, to);
  const Term distance = strict ? d_store.sub(d_store.sub(to, from), one) : d_store.sub(to, from);
  const Term stays = d_store.ite(runs, d_store.add(d_store.udiv(distance, step), one), d_store.bv(0, width));
  // The value that ends the loop must still be in the range for which the comparison is intended.
  const Term overshoot = strict ? d_store.sub(step, one) : step;
  const Term room = d_store.ule(overshoot, d_store.sub(side->high, side->low));
  const Term ends = up ? less_equal(bound, d_store.sub(side->high, overshoot))
                       : less_equal(d_store.add(side->low, overshoot), bound);
  const Term forward = d_store.slt(d_store.bv(0, width), step);
  known(stays, d_store.or_(d_store.not_(runs), d_store.and_(d_store.and_(room, ends), forward)));
  if (step.is_constant() && d_store.unsigned_range(distance).high >> (width - 2) != 0)
    exit.most = bounded_count(from, to, step, is_signed, strict);
  return true;
}

Term Evaluator::bounded_count(Term from, Term to, Term step, bool is_signed, bool strict) {
  const unsigned wide = from.width() + 2;
  const auto extended = [&](Term term) {
    return is_signed ? d_store.sext(term, wide) : d_store.zext(term, wide);
  };
  const Term way = d_store.add(d_store.sub(extended(to), extended(from)),
                               d_store.sub(d_store.zext(step, wide), d_store.bv(strict ? 1 : 0, wide)));
  // If that is negative, there are no steps.
  const Term is_positive = d_store.bvnot(d_store.extract(way, wide - 1, 1));
  return d_store.udiv(d_store.bvand(way, d_store.sext(is_positive, wide)), d_store.zext(step, wide));
}

bool Evaluator::count_by_running(const Arbitrary& arbitrary, Exit& exit, bool stay_when) {
  const ExitEdge& edge = d_context.graph.exits(arbitrary.loop)[exit.index];
  const ValueId condition = d_context.kernel.blocks[edge.from].condition;
  for (std::uint64_t i = 0; i < kMostRuns; ++i) {
    const EnvironmentId at =
        d_context.environments.enter(arbitrary.outer, arbitrary.loop, d_store.bv(i, kCounterBits));
    const Term now = value(condition, at);
    if (!now.is_constant()) return false;
    if (now.is_true() == stay_when) continue;
    exit.known = exit.exact = true;
    exit.most = {};  // the formula's bound holds whenever the formula does
    exit.stays = d_store.bv(i, kCounterBits);
    exit.no_wrap = d_store.true_();
    return true;
  }
  return false;
}

// Returns the number of iterations after which a value no longer changes, if there is one.
std::optional<std::uint64_t> Evaluator::settles(const Arbitrary& arbitrary, const LoopSummary& summary,
                                                Term term) {
  std::uint64_t result = 0;
  for (const Term variable : d_store.variables(term)) {
    const Recurrence* recurrence = nullptr;
    unsigned width = 0;
    for (const auto& [id, placeholder] : arbitrary.placeholders)
      if (variable == placeholder) {
        recurrence = &summary.recurrences.at(id);
        width = d_context.kernel.values[id].width;
      }
    if (recurrence == nullptr) {
      if (varies(arbitrary, variable)) return std::nullopt;
      continue;
    }
    switch (recurrence->form) {
      case Form::Invariant:
        break;
      case Form::ShiftLeft:
      case Form::ShiftRight:
      case Form::ShiftRightSigned:
      case Form::DivideSigned:
        result = std::max<std::uint64_t>(result, (width + recurrence->amount - 1) / recurrence->amount);
        break;
      default:
        return std::nullopt;
    }
  }
  return result;
}

// Returns the first of a few iterations in which the exit is taken, if the loop does not run longer or the
// exit's condition no longer changes.
bool Evaluator::count_by_listing(const Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit) {
  const ExitEdge& edge = d_context.graph.exits(arbitrary.loop)[exit.index];
  smt::Bits most = ~std::uint64_t{0};
  for (const Exit& other : summary.exits)
    if (other.exact) most = std::min(most, d_store.unsigned_range(other.stays).high);
  if (most > kMostListed) {
    const Term taken = d_store.and_(arrive(edge.from, arbitrary.inside),
                                    this->edge(edge.from, edge.successor, arbitrary.inside));
    const auto settled = settles(arbitrary, summary, taken);
    if (!settled || *settled > kCounterBits) return false;
    most = *settled;
  }
  Term stays = d_store.bv(~std::uint64_t{0}, kCounterBits);
  for (std::uint64_t i = static_cast<std::uint64_t>(most) + 1; i-- > 0;) {
    const EnvironmentId at =
        d_context.environments.enter(arbitrary.outer, arbitrary.loop, d_store.bv(i, kCounterBits));
    const Term left = d_store.and_(arrive(edge.from, at), this->edge(edge.from, edge.successor, at));
    stays = d_store.ite(left, d_store.bv(i, kCounterBits), stays);
  }
  exit.known = exit.exact = true;
  exit.most = {};  // the formula's bound holds whenever the formula does
  exit.no_wrap = d_store.true_();
  exit.stays = stays;
  return true;
}

Term Evaluator::iterates(EnvironmentId environment) {
  const Environment here = d_context.environments.at(environment);
  if (here.counter.is_constant() && here.counter->value == 0) return d_store.true_();
  const LoopSummary& loop = summary(here.loop, here.parent);
  const model::Loop& info = d_context.kernel.loops[here.loop];
  // The marker belongs to this iteration only. An iteration that the loop does not reach has its marker
  // false.
  const std::string name =
      d_item.tag + ".earlier." + std::to_string(here.loop) + "." + std::to_string(environment);
  const auto marker = [&] {
    return d_context.unknowns.marker(
        name, {Cause::EarlierIterations, "that the loop runs so far was not shown", info.location});
  };
  std::vector<Term> parts;
  for (const Exit& exit : loop.exits) {
    if (exit.known) {
      Term within = d_store.ule(here.counter, exit.stays);
      if (exit.most) {
        const unsigned wide = std::max(kCounterBits, exit.most.width());
        within = d_store.and_(within,
                              d_store.ule(d_store.zext(here.counter, wide), d_store.zext(exit.most, wide)));
      }
      parts.push_back(exit.exact ? within
                                 : d_store.or_(d_store.and_(exit.no_wrap, within),
                                               d_store.and_(d_store.not_(exit.no_wrap), marker())));
    } else {
      // Handles the first iterations one by one, and the rest after the marker.
      const ExitEdge& edge = d_context.graph.exits(here.loop)[exit.index];
      for (std::uint64_t i = 0; i < kFirstIterations; ++i) {
        const EnvironmentId before =
            d_context.environments.enter(here.parent, here.loop, d_store.bv(i, kCounterBits));
        const Term left =
            d_store.and_(arrive(edge.from, before), this->edge(edge.from, edge.successor, before));
        parts.push_back(
            d_store.or_(d_store.ule(here.counter, d_store.bv(i, kCounterBits)), d_store.not_(left)));
      }
      parts.push_back(
          d_store.or_(d_store.ule(here.counter, d_store.bv(kFirstIterations, kCounterBits)), marker()));
    }
  }
  return d_store.and_(parts);
}

namespace {

// Returns whether one case of the number of iterations is that the loop does not end.
bool has_endless_case(Term stays, Term never) {
  if (stays.kind() == smt::Kind::Ite)
    return has_endless_case(stays->operands[1], never) || has_endless_case(stays->operands[2], never);
  return stays == never;
}

// Returns whether these conjuncts mention everything from which the term is computed, so that a model of them
// determines it.
bool is_made_of(smt::TermStore& store, Term term, const std::vector<Term>& conjuncts) {
  std::unordered_set<Term> mentioned;
  for (const Term conjunct : conjuncts) {
    for (const Term one : store.variables(conjunct)) mentioned.insert(one);
    for (const Term one : store.applications(conjunct)) mentioned.insert(one);
  }
  const auto is_mentioned = [&](Term one) { return mentioned.contains(one); };
  return std::ranges::all_of(store.variables(term), is_mentioned) &&
         std::ranges::all_of(store.applications(term), is_mentioned);
}

}  // namespace

LoopId Evaluator::may_not_end(model::BlockId block, EnvironmentId environment, const smt::Model& model,
                              const std::vector<Term>& conjuncts) {
  const analysis::FlowGraph& graph = d_context.graph;
  for (LoopId loop = 0; loop < d_context.kernel.loops.size(); ++loop) {
    const model::Loop& info = d_context.kernel.loops[loop];
    if (graph.contains(loop, block) || !graph.can_reach(info.header, block)) continue;
    const EnvironmentId outer = enter_all(
        info.preheader,
        restrict(environment, graph.common(d_context.environments.at(environment).loop, info.parent)),
        d_item.tag + ".any");
    const LoopSummary& known = summary(loop, outer);
    bool ends = known.all_known;
    const Term never = d_store.bv(~smt::Bits{0}, kCounterBits);
    const bool finite = std::ranges::any_of(known.exits, [&](const Exit& exit) {
      if (!exit.exact) return false;
      if (!has_endless_case(exit.stays, never)) return true;
      return is_made_of(d_store, exit.stays, conjuncts) &&
             model.evaluate(exit.stays) != model.evaluate(never);
    });
    if (!ends || !finite) return loop;
  }
  return kNone;
}

Term Evaluator::exit_counter(LoopId loop, EnvironmentId outer) {
  const auto found = d_exit_counters.find({loop, outer});
  if (found != d_exit_counters.end()) return found->second;
  const LoopSummary& known = summary(loop, outer);
  Term result;
  if (known.all_known) {
    for (const Exit& exit : known.exits)
      result = !result ? exit.stays : d_store.ite(d_store.ult(exit.stays, result), exit.stays, result);
  } else {
    const bool shared = d_context.uniformity.exits_uniformly(loop);
    result = d_store.bv_var((shared ? d_item.group_tag : d_item.tag) + ".exit." + std::to_string(loop) + "." +
                                std::to_string(outer),
                            kCounterBits);
    d_exit_variables.emplace(result, std::pair{loop, outer});
    d_made_in.emplace(result, outer);
  }
  d_exit_counters.emplace(std::pair{loop, outer}, result);
  return result;
}

Term Evaluator::counter(LoopId loop, EnvironmentId outer, const std::string& name) {
  const LoopSummary& known = summary(loop, outer);
  smt::Bits most = (smt::Bits{1} << kCounterBits) - 1;
  for (const Exit& exit : known.exits)
    if (exit.exact) most = std::min(most, d_store.unsigned_range(exit.stays).high);
  if (most == 0) return d_store.bv(0, kCounterBits);
  const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(most)));
  return d_store.zext(d_store.bv_var(name, bits), kCounterBits);
}

}  // namespace launchproof::access
