#include "verify/two_thread/walk/unwinding.h"

#include <algorithm>

#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread {

using model::BlockId;
using model::LoopId;
using verdict::Property;

namespace {

bool speaks_of(const Setting& setting, const Memory& memory, Property property, model::SiteId id) {
  const model::Site& site = setting.kernel.sites[id];
  if (site.observes) return false;
  const auto is_null = [&](model::ArrayId array) {
    return array == 0 || setting.regions.placement(array).is_null;
  };
  switch (property) {
    case Property::DataRace:
      return !memory.watched_arrays(id).empty();
    case Property::NullAccess:
      return std::ranges::any_of(site.arrays, is_null);
    case Property::AccessFlags:
      return std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
        return analysis::is_forbidden(site, setting.regions.placement(array).access);
      });
    case Property::OutOfBounds:
      return std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
        return !is_null(array) && setting.launch.array_bytes(array).has_value();
      });
    default:
      return false;
  }
}

// Something that the property is about is in there.
std::vector<BlockId> blocks_of(const Setting& setting, const Memory& memory, Property property) {
  const model::KernelModel& kernel = setting.kernel;
  std::vector<BlockId> result;
  if (property == Property::BarrierDivergence)
    for (const model::Barrier& barrier : kernel.barriers) result.push_back(barrier.block);
  if (property == Property::Assertion)
    for (const model::Annotation& one : kernel.annotations)
      if (is_judged(one) || is_judged_of_pairs(one)) result.push_back(one.block);
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id)
    if (speaks_of(setting, memory, property, id)) result.push_back(kernel.sites[id].block);
  return result;
}

}  // namespace

// Code that leads to the loop, and that control does not reach again from there, was checked before any
// work-item was excluded.
bool is_cut_short(const Setting& setting, const Memory& memory, LoopId loop, Property property) {
  const analysis::FlowGraph& graph = setting.graph;
  const BlockId header = setting.kernel.loops[loop].header;
  return std::ranges::any_of(blocks_of(setting, memory, property), [&](BlockId block) {
    return block == header || graph.can_reach(header, block) || !graph.can_reach(block, header);
  });
}

std::string beyond_in_words(std::uint32_t unwinding) {
  return "what happens after " + std::to_string(unwinding) + (unwinding == 1 ? " iteration" : " iterations") +
         " of a loop was not looked at; " +
         (unwinding == kMostUnwinding ? "do without --find-bugs" : "give --loop-unwind a larger number");
}

}  // namespace launchproof::two_thread
