// Walks through loops from their start, for a limited number of iterations and without abstraction.
#include <algorithm>

#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::BlockId;
using model::LoopId;
using smt::Term;

namespace {

// Returns whether the loop can be left at its head before another iteration begins.
bool is_left_at_head(const analysis::FlowGraph& graph, LoopId loop) {
  const model::Loop& of = graph.kernel().loops[loop];
  if (of.header == of.latch) return false;
  const std::vector<BlockId>& successors = graph.kernel().blocks[of.header].successors;
  return std::ranges::any_of(successors, [&](BlockId to) { return !graph.contains(loop, to); });
}

}  // namespace

// Returns, by work-item, the condition under which it reaches the head in this iteration.
std::vector<Term> Walker::arriving(LoopId loop, FrameId iteration) {
  std::vector<Term> result;
  result.reserve(d_values.items());
  for (unsigned who = 0; who < d_values.items(); ++who)
    result.push_back(d_values.reach_node(d_setting.kernel.loops[loop].header, iteration, who));
  return result;
}

// Prevents a first query after many iterations from evaluating all of them at once (recursion depth).
void Walker::settle_head(LoopId loop, FrameId iteration) {
  for (const model::Phi& phi : d_setting.kernel.blocks[d_setting.kernel.loops[loop].header].phis)
    for (unsigned who = 0; who < d_values.items(); ++who) d_values.value(phi.value, iteration, who);
}

// Returns, by work-item, the condition under which it is there and continues from the head into the loop.
std::vector<Term> Walker::beyond_head(LoopId loop, FrameId iteration, const std::vector<Term>& there) {
  const BlockId header = d_setting.kernel.loops[loop].header;
  const std::vector<BlockId>& successors = d_setting.kernel.blocks[header].successors;
  std::vector<Term> result;
  for (unsigned who = 0; who < d_values.items(); ++who) {
    std::vector<Term> ways;
    for (std::uint32_t number = 0; number < successors.size(); ++number)
      if (d_setting.graph.contains(loop, successors[number]))
        ways.push_back(d_values.edge(header, number, iteration, who));
    result.push_back(d_store.and_(there[who], d_store.or_(ways)));
  }
  return result;
}

// Walks through everything that a launch does in up to this many iterations of each loop. A work-item that
// continues is excluded from what follows, and so is the other one, since it is unknown what a work-item that
// never leaves the loop would meet.
void Walker::unwind(LoopId loop, FrameId parent) {
  std::uint32_t number = 0;
  FrameId iteration = d_values.iteration_frame(loop, parent, number);
  std::vector<Term> there = arriving(loop, iteration);
  for (; number < d_unwinding->iterations && !d_store.or_(there).is_false(); ++number) {
    settle_head(loop, iteration);
    walk_region(loop, iteration);
    iteration = d_values.iteration_frame(loop, parent, number + 1);
    there = arriving(loop, iteration);
  }
  const bool is_at_head = !d_store.or_(there).is_false() && is_left_at_head(d_setting.graph, loop);
  if (is_at_head) {
    settle_head(loop, iteration);
    visit_block(d_setting.kernel.loops[loop].header, iteration);
    there = beyond_head(loop, iteration, there);
    ++number;
  }
  d_values.set_iterations(loop, parent, {number, is_at_head});
  const Term goes_on = d_store.or_(there);
  if (goes_on.is_false()) return;
  d_problem.unwound.push_back({loop, d_context, goes_on});
  assume(d_store.not_(goes_on));
}

// Does the same for an observer, which counts arrivals at the head.
void Walker::unwind_looked_on(LoopId loop, FrameId parent) {
  std::uint32_t number = 0;
  while (true) {
    const FrameId iteration = d_values.iteration_frame(loop, parent, number);
    const Term any = d_store.or_(arriving(loop, iteration));
    if (!d_observer->at_head({loop, iteration, number, d_context, d_logs})) throw Ended{};
    if (any.is_false()) break;  // the last state was checked too: candidates must hold there as well
    if (number == d_unwinding->iterations) {
      assume(d_store.not_(any));
      break;
    }
    walk_region(loop, iteration);
    ++number;
  }
  d_values.set_iterations(loop, parent, {number, false});
  d_observer->behind(loop, parent, d_logs);
}

}  // namespace launchproof::two_thread
