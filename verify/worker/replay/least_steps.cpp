#include "verify/worker/replay/least_steps.h"

#include <algorithm>
#include <cstddef>

#include "verify/analysis/flow_graph.h"

namespace launchproof::worker {
namespace {

std::uint64_t saturating_product(std::uint64_t one, std::uint64_t two) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(one, two, &result) ? UINT64_MAX : result;
}

std::uint64_t saturating_sum(std::uint64_t one, std::uint64_t two) {
  std::uint64_t result = 0;
  return __builtin_add_overflow(one, two, &result) ? UINT64_MAX : result;
}

bool is_at(const model::Location& place, const verdict::SourceLocation& wanted) {
  return place.line == wanted.line && place.column == wanted.column && place.file == wanted.file;
}

// Returns whether every loop at this place has a barrier of the group in each iteration.
bool meets_in_each_iteration(const model::KernelModel& kernel, const analysis::FlowGraph& graph,
                             const verdict::SourceLocation& place) {
  bool any = false;
  for (std::size_t i = 0; i < kernel.loops.size(); ++i) {
    const model::Loop& loop = kernel.loops[i];
    if (loop.location == model::kNone || !is_at(kernel.locations[loop.location], place)) continue;
    any = true;
    const auto id = static_cast<model::LoopId>(i);
    const bool meets = std::ranges::any_of(kernel.barriers, [&](const model::Barrier& barrier) {
      return barrier.kind == model::Convergence::Barrier && !barrier.is_of_sub_group() &&
             barrier.is_aligned && kernel.blocks[barrier.block].loop == id &&
             graph.dominates_latch(id, barrier.block);
    });
    if (!meets) return false;
  }
  return any;
}

}  // namespace

std::uint64_t least_steps(const verdict::Finding& finding, const model::KernelModel& kernel,
                          const model::LaunchFacts& facts, model::BarrierRule rule) {
  if (!finding.witness) return 0;
  const analysis::FlowGraph graph(kernel);
  std::uint64_t group = 1;
  for (const std::uint64_t size : facts.local_size)
    group = saturating_product(group, std::max<std::uint64_t>(size, 1));
  std::uint64_t result = 0;
  for (const verdict::WorkItem& item : finding.witness->work_items) {
    std::uint64_t own = 0;
    for (const verdict::LoopIteration& at : item.iterations) {
      const bool all = rule == model::BarrierRule::OpenCl && meets_in_each_iteration(kernel, graph, at.loop);
      own = saturating_sum(own, saturating_product(at.iteration, all ? group : 1));
    }
    result = std::max(result, own);
  }
  return result;
}

}  // namespace launchproof::worker
