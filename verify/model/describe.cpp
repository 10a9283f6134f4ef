#include <algorithm>
#include <string>

#include "verify/model/kernel_model.h"

namespace launchproof::model {
namespace {

// Longer chains are cut off; they can only come from a broken model.
constexpr int kMaximumDepth = 256;

std::string place(const Location& location) {
  if (location.line == 0) return location.file.empty() ? "?" : location.file;
  std::string text = location.file + ":" + std::to_string(location.line);
  if (location.column != 0) text += ":" + std::to_string(location.column);
  return text;
}

}  // namespace

std::string describe(const KernelModel& kernel, LocationId location) {
  if (location >= kernel.locations.size()) return "?";
  std::string text = place(kernel.locations[location]);
  LocationId outer = kernel.locations[location].call_site;
  for (int depth = 0; outer < kernel.locations.size() && depth < kMaximumDepth; ++depth) {
    text += " (inlined at " + place(kernel.locations[outer]) + ")";
    outer = kernel.locations[outer].call_site;
  }
  return text;
}

bool uses_barrier_invariants(const KernelModel& kernel) {
  return std::ranges::any_of(kernel.annotations, [](const Annotation& one) {
    return one.kind == AnnotationKind::BarrierInvariant || one.kind == AnnotationKind::ReadPermission;
  });
}

bool uses_numbered_phases(const KernelModel& kernel) {
  return std::ranges::any_of(kernel.sites, [](const Site& site) { return !site.awaited.empty(); });
}

bool uses_sub_groups(const KernelModel& kernel) {
  return std::ranges::any_of(kernel.values, [](const Value& value) { return value.op == Op::SubGroup; }) ||
         std::ranges::any_of(kernel.barriers,
                             [](const Barrier& barrier) { return barrier.is_of_sub_group(); }) ||
         std::ranges::any_of(kernel.fences,
                             [](const Fence& fence) { return fence.meeting == MaskMeeting::OfLanes; }) ||
         std::ranges::any_of(kernel.sites, [](const Site& site) {
           return site.kind == AccessKind::Atomic && site.scope == AtomicScope::SubGroup;
         });
}

const Barrier* barrier_of_grid(const KernelModel& kernel) {
  const auto found = std::ranges::find_if(kernel.barriers, &Barrier::is_of_grid);
  return found == kernel.barriers.end() ? nullptr : &*found;
}

}  // namespace launchproof::model
