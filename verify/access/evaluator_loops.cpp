// Loops: closed forms of loop-carried values, and how often a loop runs.
#include <bit>

#include "verify/access/evaluator.h"

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
constexpr std::uint64_t kMostRuns =
    300;  // iterations tried when a trip count is found by running the condition
constexpr std::uint64_t kFirstIterations =
    4;  // iterations of a loop without trip count that are looked at one by one
constexpr std::uint64_t kMostListed =
    16;                              // iterations of which a value without closed form is listed one by one
constexpr unsigned kMostShift = 16;  // bits an iteration that a shifted counter may move
}  // namespace

// --- values
// -------------------------------------------------------------------------------------------------------

Term Evaluator::header_phi(ValueId id, EnvironmentId environment) {
  const Environment here = d_context.environments.at(environment);
  const unsigned width = d_context.kernel.values[id].width;
  if (d_arbitrary.contains(environment)) {
    const std::string name = d_item.tag + ".phi." + std::to_string(id) + "." + std::to_string(environment);
    return width == 1 ? d_store.bool_var(name) : d_store.bv_var(name, width);
  }
  const Recurrence recurrence = summary(here.loop, here.parent).recurrences.at(id);
  const Term counter = here.counter;
  const Term first = value(recurrence.initial, here.parent);
  const Term zero = d_store.bv(0, kCounterBits);
  const auto odd = [&] { return d_store.eq(d_store.extract(counter, 0, 1), d_store.bv(1, 1)); };
  const auto shifted = [&](auto&& build, Term far) {
    const Term amount = d_store.mul(d_store.trunc(counter, width), d_store.bv(recurrence.amount, width));
    const Term near =
        d_store.ult(counter, d_store.bv((width + recurrence.amount - 1) / recurrence.amount, kCounterBits));
    return d_store.ite(near, build(amount), far);
  };
  switch (recurrence.form) {
    case Form::Invariant:
      return first;
    case Form::Affine:
      return d_store.add(first, d_store.mul(recurrence.step, d_store.trunc(counter, width)));
    case Form::Complement:
      return d_store.ite(odd(), d_store.sub(recurrence.step, first), first);
    case Form::Toggle:
      return width == 1 ? d_store.distinct(first, odd())
                        : d_store.ite(odd(), d_store.bvxor(first, recurrence.step), first);
    case Form::ShiftLeft:
      return shifted([&](Term amount) { return d_store.shl(first, amount); }, d_store.bv(0, width));
    case Form::ShiftRight:
      return shifted([&](Term amount) { return d_store.lshr(first, amount); }, d_store.bv(0, width));
    case Form::ShiftRightSigned:
      return shifted([&](Term amount) { return d_store.ashr(first, amount); },
                     d_store.ashr(first, d_store.bv(width - 1, width)));
    case Form::DivideSigned: {
      // Truncating divisions by powers of two compose: the magnitude is shifted.
      const Term negative = d_store.slt(first, d_store.bv(0, width));
      const Term magnitude = d_store.ite(negative, d_store.neg(first), first);
      const Term result =
          shifted([&](Term amount) { return d_store.lshr(magnitude, amount); }, d_store.bv(0, width));
      return d_store.ite(negative, d_store.neg(result), result);
    }
    case Form::Swap: {
      const Term other =
          value(summary(here.loop, here.parent).recurrences.at(recurrence.partner).initial, here.parent);
      return d_store.ite(odd(), other, first);
    }
    case Form::Rotate: {
      const Term start = d_store.eq(counter, zero);
      if (start.is_true()) return first;
      const Term before = d_store.sub(counter, d_store.bv(1, kCounterBits));
      return d_store.ite(
          start, first, value(recurrence.next, d_context.environments.enter(here.parent, here.loop, before)));
    }
    case Form::Unknown:
      break;
  }
  const Term start = d_store.eq(counter, zero);
  if (start.is_true()) return first;
  if (const auto listed = listed_phi(recurrence, here)) return *listed;
  const model::LocationId location = d_context.kernel.loops[here.loop].location;
  return d_store.ite(start, first,
                     unknown(id, "loop", width, environment,
                             {Cause::NoClosedForm, "a value carried around the loop", location}));
}

// A value without closed form, computed iteration by iteration: for one known iteration, or for all of a loop
// that runs only a few times.
std::optional<Term> Evaluator::listed_phi(const Recurrence& recurrence, const Environment& here) {
  const auto at = [&](std::uint64_t iteration) {
    return d_context.environments.enter(here.parent, here.loop, d_store.bv(iteration, kCounterBits));
  };
  if (here.counter.is_constant()) {
    const auto iteration = static_cast<std::uint64_t>(here.counter->value);
    if (iteration > kMostRuns) return std::nullopt;
    return value(recurrence.next, at(iteration - 1));
  }
  smt::Bits most = kMostListed + 1;
  for (const Exit& exit : summary(here.loop, here.parent).exits)
    if (exit.exact) most = std::min(most, d_store.unsigned_range(exit.stays).high);
  if (most > kMostListed) return std::nullopt;
  const auto last = static_cast<std::uint64_t>(most);
  Term result = last == 0 ? value(recurrence.initial, here.parent) : value(recurrence.next, at(last - 1));
  for (std::uint64_t i = last; i-- > 0;) {
    const Term now = i == 0 ? value(recurrence.initial, here.parent) : value(recurrence.next, at(i - 1));
    result = d_store.ite(d_store.eq(here.counter, d_store.bv(i, kCounterBits)), now, result);
  }
  return result;
}

bool Evaluator::varies(const Arbitrary& arbitrary, Term term) {
  for (const Term variable : d_store.variables(term)) {
    if (arbitrary.terms.contains(variable)) return true;
    const auto made = d_made_in.find(variable);
    if (made == d_made_in.end()) continue;
    for (EnvironmentId e = made->second; e != kOutside; e = d_context.environments.at(e).parent) {
      const Term counter = d_context.environments.at(e).counter;
      if (counter == arbitrary.here || (counter != variable && varies(arbitrary, counter))) return true;
    }
  }
  return false;
}

Evaluator::Recurrence Evaluator::classify_one(Arbitrary& arbitrary, ValueId id, Term next) {
  const Term now = arbitrary.placeholders.at(id);
  const unsigned width = d_context.kernel.values[id].width;
  Recurrence result;
  if (next == now) {
    result.form = Form::Invariant;
    return result;
  }
  if (width == 1) {
    if (next == d_store.not_(now)) result.form = Form::Toggle;
    return result;
  }
  const auto fits = [&](Form form, Term step) {
    if (varies(arbitrary, step)) return false;
    result.form = form;
    result.step = step;
    return true;
  };
  if (fits(Form::Affine, d_store.sub(next, now))) return result;
  if (fits(Form::Complement, d_store.add(next, now))) return result;
  if (fits(Form::Toggle, d_store.bvxor(next, now))) return result;
  for (unsigned bits = 1; bits <= kMostShift && bits < width; ++bits) {
    const Term amount = d_store.bv(bits, width);
    const Term divisor = d_store.bv(smt::Bits{1} << bits, width);
    result.amount = bits;
    if (next == d_store.shl(now, amount))
      result.form = Form::ShiftLeft;
    else if (next == d_store.lshr(now, amount) || next == d_store.udiv(now, divisor))
      result.form = Form::ShiftRight;
    else if (next == d_store.ashr(now, amount))
      result.form = Form::ShiftRightSigned;
    else if (bits + 1 < width && next == d_store.sdiv(now, divisor))
      result.form = Form::DivideSigned;
    if (result.form != Form::Unknown) return result;
  }
  return result;
}

void Evaluator::classify(Arbitrary& arbitrary, LoopSummary& summary) {
  const model::Block& header = d_context.kernel.blocks[d_context.kernel.loops[arbitrary.loop].header];
  std::map<ValueId, Term> next;
  std::size_t from_latch = 0;
  std::size_t from_outside = 0;
  for (std::size_t i = 0; i < header.predecessors.size(); ++i)
    (d_context.graph.contains(arbitrary.loop, header.predecessors[i]) ? from_latch : from_outside) = i;
  for (const model::Phi& phi : header.phis) {
    const Term placeholder = header_phi(phi.value, arbitrary.inside);
    arbitrary.placeholders.emplace(phi.value, placeholder);
    arbitrary.terms.insert(placeholder);
  }
  for (const model::Phi& phi : header.phis) {
    next[phi.value] = value(phi.incoming[from_latch], arbitrary.inside);
    Recurrence recurrence = classify_one(arbitrary, phi.value, next[phi.value]);
    recurrence.initial = phi.incoming[from_outside];
    recurrence.next = phi.incoming[from_latch];
    summary.recurrences[phi.value] = recurrence;
  }
  for (auto& [id, recurrence] : summary.recurrences) {
    if (recurrence.form != Form::Unknown) continue;
    for (const auto& [other, placeholder] : arbitrary.placeholders)
      if (other != id && next[id] == placeholder && next[other] == arbitrary.placeholders.at(id)) {
        recurrence.form = Form::Swap;
        recurrence.partner = other;
      }
  }
  // What follows from the iteration before through values that have closed forms already.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [id, recurrence] : summary.recurrences) {
      if (recurrence.form != Form::Unknown) continue;
      bool closed = true;
      for (const Term variable : d_store.variables(next[id]))
        for (const auto& [other, placeholder] : arbitrary.placeholders)
          if (variable == placeholder && summary.recurrences.at(other).form == Form::Unknown) closed = false;
      if (closed) {
        recurrence.form = Form::Rotate;
        changed = true;
      }
    }
  }
}

const Evaluator::LoopSummary& Evaluator::summary(LoopId loop, EnvironmentId outer) {
  const auto [it, inserted] = d_summaries.try_emplace({loop, outer});
  LoopSummary& result = it->second;
  if (!inserted) return result;
  Arbitrary arbitrary;
  arbitrary.loop = loop;
  arbitrary.outer = outer;
  arbitrary.here = d_store.bv_var(
      d_item.tag + ".iteration." + std::to_string(loop) + "." + std::to_string(outer), kCounterBits);
  arbitrary.terms.insert(arbitrary.here);
  arbitrary.inside = d_context.environments.enter(outer, loop, arbitrary.here);
  d_arbitrary.insert(arbitrary.inside);
  classify(arbitrary, result);
  const auto& exits = d_context.graph.exits(loop);
  std::vector<Exit> counted(exits.size());
  result.all_known = !exits.empty();
  for (std::uint32_t i = 0; i < exits.size(); ++i) {
    counted[i].index = i;
    count_exit(arbitrary, result, counted[i]);
    result.all_known = result.all_known && counted[i].exact;
  }
  result.exits = std::move(counted);
  return result;
}

// --- trip counts
// --------------------------------------------------------------------------------------------------

void Evaluator::count_exit(Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit) {
  const ExitEdge& edge = d_context.graph.exits(arbitrary.loop)[exit.index];
  const model::Block& block = d_context.kernel.blocks[edge.from];
  if (block.loop != arbitrary.loop || !d_context.graph.dominates_latch(arbitrary.loop, edge.from)) return;
  bool stay_when = edge.successor != 0;
  if (block.successors.size() < 2) return;  // leaves unconditionally: the latch would not be dominated
  ValueId condition = block.condition;
  // Negations around a comparison.
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
  const auto find = [&](ValueId id, unsigned narrow) -> std::optional<Moving> {
    const Term now = value(id, arbitrary.inside);
    for (const auto& [phi, recurrence] : summary.recurrences) {
      if (recurrence.form != Form::Affine || d_context.kernel.values[phi].width != narrow) continue;
      const Term rest = d_store.sub(now, arbitrary.placeholders.at(phi));
      if (varies(arbitrary, rest)) continue;
      return Moving{d_store.add(value(recurrence.initial, arbitrary.outer), rest), recurrence.step, {}, {}};
    }
    return std::nullopt;
  };
  const smt::Bits all = (smt::Bits{1} << width) - 1;
  if (auto direct = find(operand, width)) {
    direct->low = d_store.bv(is_signed ? smt::Bits{1} << (width - 1) : 0, width);
    direct->high = d_store.bv(is_signed ? all >> 1 : all, width);
    return direct;
  }
  if (!extended) return std::nullopt;
  const unsigned narrow = d_context.kernel.values[outer.operands[0]].width;
  if (narrow == 1 || (outer.op == Op::SExt && !is_signed)) return std::nullopt;
  auto inner = find(outer.operands[0], narrow);
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
  if (!equality && !stay_when) {  // not (a < b)  is  b <= a
    std::swap(left, right);
    strict = !strict;
  }
  const Term left_now = value(left, arbitrary.inside);
  const bool up = varies(arbitrary, left_now);  // the left side moves: it has to grow to end the loop
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
    return false;  // moves away from the bound
  const Term from = up ? side->first : bound;
  const Term to = up ? bound : side->first;
  const Term runs = strict ? less(from, to) : less_equal(from, to);
  const Term distance = strict ? d_store.sub(d_store.sub(to, from), one) : d_store.sub(to, from);
  const Term stays = d_store.ite(runs, d_store.add(d_store.udiv(distance, step), one), d_store.bv(0, width));
  // The value that ends the loop must still be in the range in which the comparison is meant.
  const Term overshoot = strict ? d_store.sub(step, one) : step;
  const Term room = d_store.ule(overshoot, d_store.sub(side->high, side->low));
  const Term ends = up ? less_equal(bound, d_store.sub(side->high, overshoot))
                       : less_equal(d_store.add(side->low, overshoot), bound);
  const Term forward = d_store.slt(d_store.bv(0, width), step);
  return known(stays, d_store.or_(d_store.not_(runs), d_store.and_(d_store.and_(room, ends), forward)));
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
    exit.stays = d_store.bv(i, kCounterBits);
    exit.no_wrap = d_store.true_();
    return true;
  }
  return false;
}

Term Evaluator::iterates(EnvironmentId environment) {
  const Environment here = d_context.environments.at(environment);
  if (here.counter.is_constant() && here.counter->value == 0) return d_store.true_();
  const LoopSummary& loop = summary(here.loop, here.parent);
  const model::Loop& info = d_context.kernel.loops[here.loop];
  const std::string name =
      d_item.tag + ".earlier." + std::to_string(here.loop) + "." + std::to_string(here.parent);
  const auto marker = [&] {
    return d_context.unknowns.marker(
        name, {Cause::EarlierIterations, "that the loop runs so far was not shown", info.location});
  };
  std::vector<Term> parts;
  for (const Exit& exit : loop.exits) {
    if (exit.known) {
      const Term within = d_store.ule(here.counter, exit.stays);
      parts.push_back(exit.exact ? within
                                 : d_store.or_(d_store.and_(exit.no_wrap, within),
                                               d_store.and_(d_store.not_(exit.no_wrap), marker())));
    } else {
      // The first iterations one by one, the rest behind the marker.
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

LoopId Evaluator::may_not_end(model::BlockId block, EnvironmentId environment) {
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
    bool finite = false;
    for (const Exit& exit : known.exits) finite = finite || (exit.exact && exit.stays != never);
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
