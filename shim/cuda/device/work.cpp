#include "shim/cuda/device/work.h"

namespace launchproof::cuda {

int node_type(const Work& work) {
  // The alternatives of Work are in the order of CUgraphNodeType, up to the empty node.
  constexpr std::size_t kEvent = 6;
  constexpr int kRecord = 7, kAllocation = 10, kRelease = 11;
  const auto index = work.index();
  if (index < kEvent) return static_cast<int>(index);
  if (const auto* event = std::get_if<EventWork>(&work)) return event->is_record ? kRecord : kRecord - 1;
  return std::holds_alternative<AllocationWork>(work) ? kAllocation : kRelease;
}

}  // namespace launchproof::cuda
