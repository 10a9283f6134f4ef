// Consecutive iterations, of loops that are unwound and for k-induction: which iteration a work-item is in,
// and which one was its last.
#include <algorithm>

#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

using model::BlockId;
using model::kNone;
using model::LoopId;
using model::ValueId;
using smt::Term;

namespace {

// Returns the value that the phi selects for the edge from this block.
ValueId incoming_from(const model::KernelModel& kernel, const model::Phi& phi, BlockId header, BlockId from) {
  const std::vector<BlockId>& predecessors = kernel.blocks[header].predecessors;
  const auto place = std::ranges::find(predecessors, from);
  return phi.incoming[static_cast<std::size_t>(place - predecessors.begin())];
}

}  // namespace

FrameId Values::iteration_frame(LoopId loop, FrameId parent, std::uint32_t number) {
  return d_frames.enter(parent, loop, FrameKind::Iteration, number, true);
}

void Values::set_iterations(LoopId loop, FrameId parent, Iterations iterations) {
  d_iterations[{loop, parent}] = iterations;
}

Values::Iterations Values::iterations_of(LoopId loop, FrameId parent) const {
  const auto found = d_iterations.find({loop, parent});
  return found == d_iterations.end() ? Iterations{} : found->second;
}

Term Values::goes_on(FrameId iteration, unsigned who) {
  const model::Loop& loop = d_setting.kernel.loops[d_frames.at(iteration).loop];
  const std::vector<BlockId>& successors = d_setting.kernel.blocks[loop.latch].successors;
  const auto back =
      static_cast<std::uint32_t>(std::ranges::find(successors, loop.header) - successors.begin());
  return d_store.and_(reach(loop.latch, iteration, who), edge(loop.latch, back, iteration, who));
}

// Returns nothing if this is the loop's first iteration.
std::optional<FrameId> Values::iteration_before(FrameId iteration) {
  const Frame frame = d_frames.at(iteration);
  if (frame.tag != 0) return iteration_frame(frame.loop, frame.parent, frame.tag - 1);
  if (d_frames.at(frame.parent).loop == frame.loop) return frame.parent;
  return {};
}

Term Values::begin_iteration(FrameId id, unsigned who) {
  if (const auto found = d_begins.find({id, who}); found != d_begins.end()) return found->second;
  const Frame frame = d_frames.at(id);
  const auto before = iteration_before(id);
  const Term result = before ? goes_on(*before, who)
                             : reach_node(d_setting.kernel.loops[frame.loop].header, frame.parent, who);
  d_begins.emplace(std::pair{id, who}, result);
  return result;
}

// Returns the value in an iteration. A work-item that does not continue keeps its value.
Term Values::iteration_value(ValueId id, FrameId frame, unsigned who) {
  const Frame at = d_frames.at(frame);
  const model::Loop& loop = d_setting.kernel.loops[at.loop];
  const model::Phi& phi = d_lowering.phi(id);
  const auto earlier = iteration_before(frame);
  if (!earlier)
    return value(incoming_from(d_setting.kernel, phi, loop.header, loop.preheader), at.parent, who);
  const FrameId before = *earlier;
  // A value that both work-items share changes as soon as one of them continues.
  const Term goes = is_shared(id, frame) ? d_store.true_() : goes_on(before, who);
  if (goes.is_false()) return value(id, before, who);
  const Term next = value(incoming_from(d_setting.kernel, phi, loop.header, loop.latch), before, who);
  return goes.is_true() ? next : d_store.ite(goes, next, value(id, before, who));
}

// Returns the outermost exit frame around this one, or kOutside if there is none.
FrameId Values::outermost_exit(FrameId frame) const {
  FrameId result = kOutside;
  for (; frame != kOutside; frame = d_frames.at(frame).parent)
    if (d_frames.at(frame).kind == FrameKind::Exit) result = frame;
  return result;
}

// Returns the value in the last iteration of the work-item. For a work-item that never entered the loop, it
// is that of any iteration.
Term Values::in_last_iteration(FrameId exit, unsigned who,
                               const std::function<Term(FrameId iteration)>& what) {
  const Frame frame = d_frames.at(exit);
  const std::uint32_t iterations = iterations_of(frame.loop, frame.parent).count;
  std::vector<std::pair<Term, Term>> ways;
  for (std::uint32_t number = 0; number < iterations; ++number) {
    const FrameId iteration = iteration_frame(frame.loop, frame.parent, number);
    Term last = start(iteration, who);
    if (number + 1 != iterations) last = d_store.and_(last, d_store.not_(goes_on(iteration, who)));
    if (last.is_false()) continue;
    ways.emplace_back(last, what(iteration));
    if (last.is_true()) break;
  }
  if (ways.empty()) return what(iteration_frame(frame.loop, frame.parent, 0));
  Term result = ways.back().second;
  for (std::size_t i = ways.size() - 1; i-- > 0;) result = d_store.ite(ways[i].first, ways[i].second, result);
  return result;
}

Term Values::came_out(LoopId loop, BlockId from, std::uint32_t successor, FrameId parent, unsigned who) {
  const auto [iterations, ends_at_head] = iterations_of(loop, parent);
  const BlockId node = d_setting.graph.node(loop, from);
  std::vector<Term> ways;
  for (std::uint32_t number = 0; number < iterations; ++number) {
    const bool is_at_head = ends_at_head && number + 1 == iterations;
    if (is_at_head && from != d_setting.kernel.loops[loop].header) continue;
    const FrameId iteration = iteration_frame(loop, parent, number);
    const Term there =
        d_store.and_(start(iteration, who), path(d_setting.kernel.loops[loop].header, node, iteration, who));
    if (!there.is_false()) ways.push_back(d_store.and_(there, edge(from, successor, iteration, who)));
  }
  return d_store.or_(ways);
}

}  // namespace launchproof::two_thread
