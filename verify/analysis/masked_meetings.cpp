#include "verify/analysis/masked_meetings.h"

#include <algorithm>
#include <set>

#include "verify/analysis/control_dependence.h"

namespace launchproof::analysis {
namespace {

// Returns whether all work-items of a group reach the block, and equally often.
bool comes_uniformly(const model::KernelModel& kernel, const ControlDependence& dependence,
                     const Uniformity& uniformity, BlockId block) {
  std::set<BlockId> seen;
  std::vector<BlockId> open{block};
  while (!open.empty()) {
    const BlockId at = open.back();
    open.pop_back();
    for (const BlockId decider : dependence.deciders(at)) {
      if (!seen.insert(decider).second) continue;
      const model::ValueId condition = kernel.blocks[decider].condition;
      if (condition == model::kNone || !uniformity.is_uniform_at(condition, decider)) return false;
      open.push_back(decider);
    }
  }
  return true;
}

}  // namespace

std::vector<std::uint32_t> unshown_meetings(const model::KernelModel& kernel, const Uniformity& uniformity) {
  std::vector<std::uint32_t> result;
  const auto needs_uniform = [](const model::Fence& fence) {
    return fence.meeting == model::MaskMeeting::WhereUniform;
  };
  if (std::ranges::none_of(kernel.fences, [](const model::Fence& fence) {
        return fence.meeting != model::MaskMeeting::None && fence.meeting != model::MaskMeeting::Shown;
      }))
    return result;
  const ControlDependence dependence(kernel);
  for (std::uint32_t id = 0; id < kernel.fences.size(); ++id) {
    const model::Fence& fence = kernel.fences[id];
    const bool is_shown =
        fence.meeting == model::MaskMeeting::None || fence.meeting == model::MaskMeeting::Shown ||
        (needs_uniform(fence) && comes_uniformly(kernel, dependence, uniformity, fence.block));
    if (!is_shown) result.push_back(id);
  }
  return result;
}

}  // namespace launchproof::analysis
