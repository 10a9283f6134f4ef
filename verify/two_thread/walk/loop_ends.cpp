// Shows that loops end: the two sides of a comparison in a loop's condition come closer in each iteration.
//
// If that is not shown for a loop, it may hold a work-item for ever while others continue. Such a work-item
// stays in the loop (Values::stays), its accesses stay logged, and the code after the loop is judged as if
// the work-item got there.
#include <algorithm>

#include "verify/smt/terms/bits.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::kNone;
using model::Op;
using smt::Term;

namespace {

struct Comparison {
  model::ValueId less = kNone, more = kNone;
  bool is_equality = false;  // the sides differ while the loop runs, but which one is smaller is unknown
};

// Adds the comparisons that hold while the condition is `truth`.
void comparisons(const model::KernelModel& kernel, model::ValueId condition, bool truth,
                 std::vector<Comparison>& into) {
  const model::Value& value = kernel.values[condition];
  const auto& x = value.operands;
  const auto is_one = [&](model::ValueId id) {
    return kernel.values[id].op == Op::Constant && kernel.values[id].literal == 1;
  };
  switch (value.op) {
    case Op::ULess:
    case Op::SLess:
    case Op::ULessEq:
    case Op::SLessEq:
      into.push_back(truth ? Comparison{x[0], x[1]} : Comparison{x[1], x[0]});
      break;
    case Op::Equal:
      if (!truth) into.push_back({x[0], x[1], true});
      break;
    case Op::Xor:
      if (value.width == 1 && is_one(x[1])) comparisons(kernel, x[0], !truth, into);
      break;
    case Op::And:
    case Op::Or:
      if (value.width == 1 && truth == (value.op == Op::And))
        for (const model::ValueId part : x) comparisons(kernel, part, truth, into);
      break;
    default:
      break;
  }
}

}  // namespace

// Exits that every complete iteration passes: the loop continues only if none of them is taken.
void Walker::guess_ends(const Cut& cut) {
  if (!is_on(d_setting.options, "loopEnds")) return;
  const model::KernelModel& kernel = d_setting.kernel;
  const auto rule = static_cast<std::uint32_t>(find_rule("loopEnds") - rules().data());
  const Replacements next = next_values(cut, cut.body);
  for (const analysis::ExitEdge& exit : d_setting.graph.exits(cut.loop)) {
    const model::Block& from = kernel.blocks[exit.from];
    if (from.condition == kNone || from.loop != cut.loop ||
        !d_setting.graph.dominates_latch(cut.loop, exit.from))
      continue;
    std::vector<Comparison> all;
    comparisons(kernel, from.condition, exit.successor == 1, all);
    for (const Comparison& one : all) {
      if (kernel.values[one.less].width < 2) continue;
      for (unsigned who = 0; who < d_values.items(); ++who) {
        const Term less = d_values.value(one.less, cut.body, who);
        const Term more = d_values.value(one.more, cut.body, who);
        Term apart = d_store.sub(more, less);
        if (apart.is_constant() || !is_of_head(cut, apart)) continue;
        const Term condition = d_values.value(from.condition, cut.body, who);
        Term runs = exit.successor == 1 ? condition : d_store.not_(condition);
        if (!is_of_head(cut, runs)) runs = d_store.true_();
        if (one.is_equality) {
          const Term step = d_store.sub(replaced(apart, next), apart);
          if (step.is_constant() && smt::to_signed(step->value, step.width()) > 0)
            apart = d_store.sub(less, more);
        }
        const auto id = static_cast<CandidateId>(d_problem.candidates.size());
        d_problem.candidates.push_back({rule, cut.loop, d_store.true_(), who, kNone, false, {apart, runs}});
        d_ends[cut.loop].push_back({id, who, apart, runs});
      }
    }
  }
}

// `next` has the new values of the work-items that continue. This is a separate question that only uses the
// head's facts about the work-item, so that it stays small.
void Walker::prove_ends(const Cut& cut, const Replacements& next) {
  const model::BlockId header = d_setting.kernel.loops[cut.loop].header;
  for (const End& end : d_ends[cut.loop]) {
    const Term is_enabled = enabled(cut.body, end.who);
    const Term goes_on = d_store.and_(next.at(is_enabled), replaced(end.runs, next));
    const Term closer = d_store.ult(replaced(end.apart, next), end.apart);
    const Term goal = d_store.implies(goes_on, closer);
    if (goal.is_true()) continue;
    Induction induction{cut.loop, false, {}, {{end.candidate, goal}}, cut.body};
    for (const Term term : d_problem.entry) induction.context.push_back({term});
    induction.context.push_back({d_store.eq(is_enabled, d_values.reach_node(header, cut.body, end.who))});
    for (const CandidateId id : d_of_loop[cut.loop])
      if (d_problem.candidates[id].of_item == end.who)
        induction.context.push_back({d_problem.candidates[id].formula, id});
    d_problem.inductions.push_back(std::move(induction));
  }
}

void Walker::assume_ends(const Cut& cut, FrameId exit) {
  for (const End& end : d_ends[cut.loop])
    assume(d_store.implies(cut.entered[end.who], d_store.not_(d_values.stays(exit, end.who))), end.candidate);
}

}  // namespace launchproof::two_thread
