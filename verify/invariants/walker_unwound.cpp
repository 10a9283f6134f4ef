// Loops that are walked through from their start on, a limited number of times, without any abstraction.
#include <algorithm>

#include "verify/invariants/walker.h"

namespace launchproof::invariants {

using model::BlockId;
using model::LoopId;
using smt::Term;

namespace {

// The head is a block before the iteration: whoever leaves the loop there has not begun another one.
bool is_left_at_head(const analysis::FlowGraph& graph, LoopId loop) {
  const model::Loop& of = graph.kernel().loops[loop];
  if (of.header == of.latch) return false;
  const std::vector<BlockId>& successors = graph.kernel().blocks[of.header].successors;
  return std::ranges::any_of(successors, [&](BlockId to) { return !graph.contains(loop, to); });
}

}  // namespace

// By work-item: it comes to the head in this iteration.
std::vector<Term> Walker::arriving(LoopId loop, FrameId turn) {
  std::vector<Term> result;
  result.reserve(d_values.items());
  for (unsigned who = 0; who < d_values.items(); ++who)
    result.push_back(d_values.reach_node(d_setting.kernel.loops[loop].header, turn, who));
  return result;
}

// So that what is asked for first behind many iterations does not go through all of them at once.
void Walker::settle_head(LoopId loop, FrameId turn) {
  for (const model::Phi& phi : d_setting.kernel.blocks[d_setting.kernel.loops[loop].header].phis)
    for (unsigned who = 0; who < d_values.items(); ++who) d_values.value(phi.value, turn, who);
}

// Returns, for each work-item, that it is there and goes from the head into the loop.
std::vector<Term> Walker::beyond_head(LoopId loop, FrameId turn, const std::vector<Term>& there) {
  const BlockId header = d_setting.kernel.loops[loop].header;
  const std::vector<BlockId>& successors = d_setting.kernel.blocks[header].successors;
  std::vector<Term> result;
  for (unsigned who = 0; who < d_values.items(); ++who) {
    std::vector<Term> ways;
    for (std::uint32_t number = 0; number < successors.size(); ++number)
      if (d_setting.graph.contains(loop, successors[number]))
        ways.push_back(d_values.edge(header, number, turn, who));
    result.push_back(d_store.and_(there[who], d_store.or_(ways)));
  }
  return result;
}

// All that a launch does within so many iterations of each loop. Who goes on is left out of what follows, and
// so is the other one of the two: what one that never comes out would meet is not known.
void Walker::unwind(LoopId loop, FrameId parent) {
  std::uint32_t number = 0;
  FrameId turn = d_values.turn_frame(loop, parent, number);
  std::vector<Term> there = arriving(loop, turn);
  for (; number < d_unwinding->turns && !d_store.or_(there).is_false(); ++number) {
    settle_head(loop, turn);
    walk_region(loop, turn);
    turn = d_values.turn_frame(loop, parent, number + 1);
    there = arriving(loop, turn);
  }
  const bool is_at_head = !d_store.or_(there).is_false() && is_left_at_head(d_setting.graph, loop);
  if (is_at_head) {
    settle_head(loop, turn);
    visit_block(d_setting.kernel.loops[loop].header, turn);
    there = beyond_head(loop, turn, there);
    ++number;
  }
  d_values.has_turns(loop, parent, {number, is_at_head});
  const Term goes_on = d_store.or_(there);
  if (goes_on.is_false()) return;
  d_problem.unwound.push_back({loop, d_context, goes_on});
  assume(d_store.not_(goes_on));
}

// The same for candidates: arrivals at the head are what counts.
void Walker::unwind_looked_on(LoopId loop, FrameId parent) {
  std::uint32_t number = 0;
  while (true) {
    const FrameId turn = d_values.turn_frame(loop, parent, number);
    const Term any = d_store.or_(arriving(loop, turn));
    if (!d_onlooker->at_head({loop, turn, number, d_context, d_logs})) throw Ended{};
    if (any.is_false()) break;  // the last state was looked at too: candidates hold there as well
    if (number == d_unwinding->turns) {
      assume(d_store.not_(any));
      break;
    }
    walk_region(loop, turn);
    ++number;
  }
  d_values.has_turns(loop, parent, {number, false});
  d_onlooker->behind(loop, parent, d_logs);
}

}  // namespace launchproof::invariants
