// Conditions of paths within one iteration of a cut loop.
#include <algorithm>

#include "verify/analysis/preconditions.h"
#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

using model::BlockId;
using model::kNone;
using model::LoopId;
using smt::Term;

bool Values::leaves_together(LoopId loop, FrameId parent) const {
  return d_pairing == Pairing::One ||
         (d_frames.at(parent).shares && d_setting.uniformity.exits_uniformly(loop));
}

FrameId Values::body_frame(LoopId loop, FrameId parent) {
  return d_frames.enter(parent, loop, FrameKind::Body, 0, true);
}

FrameId Values::exit_frame(LoopId loop, FrameId parent) {
  return d_frames.enter(parent, loop, FrameKind::Exit, 0, d_setting.uniformity.exits_uniformly(loop));
}

FrameId Values::past_frame(LoopId loop, FrameId parent, model::SiteId site) {
  return d_frames.enter(parent, loop, FrameKind::Past, site, false);
}

// Returns the frame for code directly in `loop`, as seen from `frame`: loops in between have ended.
FrameId Values::frame_of(LoopId loop, FrameId frame) {
  while (!d_setting.graph.encloses(d_frames.at(frame).loop, loop)) frame = d_frames.at(frame).parent;
  for (const LoopId inner : d_setting.graph.chain(loop))
    if (!d_setting.graph.encloses(inner, d_frames.at(frame).loop)) frame = exit_frame(inner, frame);
  return frame;
}

// Returns the condition that the work-item is at the start of the frame's region.
Term Values::start(FrameId id, unsigned who) {
  const Frame frame = d_frames.at(id);
  if (id == kOutside) return d_store.true_();
  if (frame.kind == FrameKind::Iteration) return begin_iteration(id, who);
  const BlockId header = d_setting.kernel.loops[frame.loop].header;
  const Term entered = reach_node(header, frame.parent, who);
  if (frame.kind != FrameKind::Body || leaves_together(frame.loop, frame.parent)) return entered;
  return d_store.and_(entered, fresh_boolean(d_items[who].tag + ".enabled", id));
}

Term Values::reach_node(BlockId node, FrameId frame, unsigned who) {
  const BlockId first = d_setting.graph.start(d_frames.at(frame).loop);
  return d_store.and_(start(frame, who), path(first, node, frame, who));
}

Term Values::reach(BlockId block, FrameId frame, unsigned who) {
  const FrameId at = frame_of(d_setting.kernel.blocks[block].loop, frame);
  const FrameId exit = d_unwound ? outermost_exit(at) : kOutside;
  if (exit == kOutside) return reach_node(block, at, who);
  return in_last_iteration(exit, who, [&](FrameId iteration) { return reach(block, iteration, who); });
}

// Requires that `from` dominates `to` and that both are nodes of the frame's region.
Term Values::path(BlockId from, BlockId to, FrameId frame, unsigned who) {
  Here here(*this, kNone, frame, who);
  return d_lowering.path(from, to, here);
}

Term Values::branch(BlockId from, std::uint32_t successor, FrameId frame, unsigned who) {
  const model::Block& block = d_setting.kernel.blocks[from];
  if (block.successors.size() < 2) return d_store.true_();
  // If memory is tracked, all work-items satisfy the assumptions, which are stated separately.
  const auto is_excluded = [&](std::uint32_t number) {
    return d_follow && analysis::is_excluded(d_setting.kernel, block.successors[number]);
  };
  if (is_excluded(successor)) return d_store.false_();
  if (is_excluded(1 - successor)) return d_store.true_();
  const Term condition = value(block.condition, frame, who);
  return successor == 0 ? condition : d_store.not_(condition);
}

Term Values::edge(BlockId from, std::uint32_t successor, FrameId frame, unsigned who) {
  const LoopId inner = d_setting.graph.child_containing(d_frames.at(frame).loop, from);
  if (inner == kNone) return branch(from, successor, frame, who);
  if (d_setting.graph.exits(inner).size() == 1) return d_store.true_();
  if (d_unwound) return came_out(inner, from, successor, frame, who);
  return comes_out(inner, from, successor, exit_frame(inner, frame), who);
}

Term Values::stays(FrameId exit, unsigned who) {
  const symbolic::WorkItem& item = d_items[who];
  return fresh_boolean((d_frames.at(exit).shares ? item.group_tag : item.tag) + ".stays", exit);
}

// Returns the condition that the edge is taken, or that it is the edge by which a work-item that stays in the
// loop is assumed to leave it, so that the code after the loop is judged.
Term Values::comes_out(LoopId loop, BlockId from, std::uint32_t successor, FrameId exit, unsigned who) {
  const std::vector<analysis::ExitEdge>& exits = d_setting.graph.exits(loop);
  const auto way = std::ranges::find_if(exits, [&](const analysis::ExitEdge& edge) {
    return !analysis::is_excluded(d_setting.kernel, edge.to);
  });
  const bool is_way = way != exits.end() && way->from == from && way->successor == successor;
  const Term left = leaves(loop, from, successor, exit, who);
  const Term forever = stays(exit, who);
  return is_way ? d_store.or_(left, forever) : d_store.and_(left, d_store.not_(forever));
}

Term Values::leaves(LoopId loop, BlockId from, std::uint32_t successor, FrameId exit, unsigned who) {
  const LoopId inner = d_setting.graph.child_containing(loop, from);
  const Term there = path(d_setting.kernel.loops[loop].header, d_setting.graph.node(loop, from), exit, who);
  const Term left = inner == kNone ? branch(from, successor, exit, who)
                                   : comes_out(inner, from, successor, exit_frame(inner, exit), who);
  return d_store.and_(there, left);
}

}  // namespace launchproof::two_thread
