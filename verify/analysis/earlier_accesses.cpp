#include "verify/analysis/earlier_accesses.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace launchproof::analysis {
namespace {

using model::Event;
using model::kNone;
using model::SiteId;

struct Place {
  BlockId block = 0;
  std::size_t event = 0;  // number of events of the block before it
};

// Returns whether control may come from one place to another. `ends`: whether an event stops the search;
// `closed`: a block that is not entered.
class Ways {
 public:
  Ways(const model::KernelModel& kernel, std::function<bool(const Event&)> ends,
       std::function<bool(BlockId)> closed)
      : d_kernel(kernel), d_ends(std::move(ends)), d_closed(std::move(closed)) {}

  bool lead(Place from, Place to) const {
    std::vector<bool> entered(d_kernel.blocks.size(), false);
    std::vector<Place> work{from};
    while (!work.empty()) {
      const Place at = work.back();
      work.pop_back();
      const model::Block& block = d_kernel.blocks[at.block];
      bool ended = false;
      for (std::size_t i = at.event; i <= block.events.size() && !ended; ++i) {
        if (at.block == to.block && i == to.event) return true;
        ended = i < block.events.size() && d_ends(block.events[i]);
      }
      if (ended) continue;
      for (const BlockId next : block.successors) {
        if (entered[next] || d_closed(next)) continue;
        entered[next] = true;
        work.push_back({next, 0});
      }
    }
    return false;
  }

 private:
  const model::KernelModel& d_kernel;
  std::function<bool(const Event&)> d_ends;
  std::function<bool(BlockId)> d_closed;
};

Place after(const model::KernelModel& kernel, SiteId site) {
  const BlockId block = kernel.sites[site].block;
  const auto& events = kernel.blocks[block].events;
  const auto own = std::ranges::find_if(
      events, [&](const Event& event) { return event.kind == Event::Kind::Site && event.index == site; });
  return {block, static_cast<std::size_t>(own - events.begin()) + 1};
}

// Returns whether some path leads from one place to another past an event for which `orders` holds, without
// going back to the start of `inside` or of a loop around it. Only `back` may continue for an iteration.
bool leads_past_barrier(const FlowGraph& graph, const std::function<bool(const Event&)>& orders, Place from,
                        Place to, LoopId inside, LoopId back) {
  const model::KernelModel& kernel = graph.kernel();
  const auto is_closed = [&](BlockId at, BlockId next) {
    const LoopId loop = kernel.blocks[next].loop;
    return loop != kNone && kernel.loops[loop].header == next && kernel.loops[loop].latch == at &&
           graph.encloses(loop, inside) && loop != back;
  };
  // By block: entered without, and with, having passed such an event.
  std::vector<bool> entered[2]{std::vector<bool>(kernel.blocks.size(), false),
                               std::vector<bool>(kernel.blocks.size(), false)};
  struct Step {
    Place at;
    bool passed;
  };
  std::vector<Step> work{{from, false}};
  while (!work.empty()) {
    const auto [at, before] = work.back();
    work.pop_back();
    const model::Block& block = kernel.blocks[at.block];
    bool passed = before;
    bool arrived = false;
    for (std::size_t i = at.event; i <= block.events.size() && !arrived; ++i) {
      arrived = at.block == to.block && i == to.event;
      if (!arrived) passed = passed || (i < block.events.size() && orders(block.events[i]));
    }
    if (arrived && passed) return true;
    if (arrived) continue;
    for (const BlockId next : block.successors) {
      if (is_closed(at.block, next) || entered[passed ? 1 : 0][next]) continue;
      entered[passed ? 1 : 0][next] = true;
      work.push_back({{next, 0}, passed});
    }
  }
  return false;
}

// Returns whether every iteration of the loop, from its header to its end, has an event for which `ends`
// holds.
bool each_iteration_passes(const FlowGraph& graph, const std::function<bool(const Event&)>& ends,
                           LoopId loop) {
  const model::KernelModel& kernel = graph.kernel();
  const BlockId latch = kernel.loops[loop].latch;
  const Ways inside(kernel, ends,
                    [&](BlockId block) { return !graph.encloses(loop, kernel.blocks[block].loop); });
  return !inside.lead({kernel.loops[loop].header, 0}, {latch, kernel.blocks[latch].events.size()});
}

}  // namespace

std::vector<EarlierAccess> earlier_accesses(const FlowGraph& graph, const MemoryRegions& regions,
                                            const model::AccessQuery& query, bool since_barrier) {
  const model::KernelModel& kernel = graph.kernel();
  const model::Annotation& annotation = kernel.annotations[query.annotation];
  const Place place{annotation.block, annotation.event};
  const bool local = kernel.arrays[query.array].memory == model::Memory::Local;
  const std::uint32_t region = regions.placement(query.array).region;
  const auto orders = [&](const Event& event) {
    if (!since_barrier || event.kind != Event::Kind::Barrier) return false;
    const model::Barrier& barrier = kernel.barriers[event.index];
    return !barrier.is_of_sub_group() && (local ? barrier.local_fence : barrier.global_fence);
  };
  bool any_orders = false;
  for (const model::Block& block : kernel.blocks)
    any_orders = any_orders || std::ranges::any_of(block.events, orders);

  std::vector<EarlierAccess> result;
  for (SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes || site.kind != query.kind) continue;
    if (std::ranges::none_of(site.arrays, [&](model::ArrayId array) {
          return array != 0 && regions.placement(array).region == region;
        }))
      continue;
    const Place from = after(kernel, id);
    const std::vector<LoopId> around =
        graph.chain(graph.common(kernel.blocks[site.block].loop, kernel.blocks[place.block].loop));
    const auto is_header = [&](BlockId block) {
      return std::ranges::any_of(around, [&](LoopId loop) { return kernel.loops[loop].header == block; });
    };
    // No barrier orders an asynchronous copy.
    const bool never = site.copy != kNone || !any_orders;
    const std::function<bool(const Event&)> ends =
        never ? [](const Event&) { return false; } : std::function<bool(const Event&)>(orders);
    const auto no_block = [](BlockId) { return false; };
    const Ways within(kernel, ends, is_header);
    const Ways all(kernel, ends, no_block);
    const LoopId last = kernel.blocks[place.block].loop;
    const auto passes_barrier = [&](Place one, Place other, LoopId inside, LoopId back) {
      return !never && leads_past_barrier(graph, orders, one, other, inside, back);
    };
    const auto ordering = [&](LoopId shared, bool and_itself) {
      std::vector<LoopId> loops;
      if (never) return loops;
      for (const LoopId loop : graph.chain(last))
        if (graph.encloses(shared, loop) && (and_itself || loop != shared) &&
            each_iteration_passes(graph, ends, loop))
          loops.push_back(loop);
      return loops;
    };
    if (within.lead(from, place))
      result.push_back({id, kNone, !never, !passes_barrier(from, place, last, kNone),
                        ordering(around.empty() ? kNone : around.back(), false)});
    for (const LoopId loop : around) {
      const Place header{kernel.loops[loop].header, 0};
      if (all.lead(from, header) && all.lead(header, place))
        result.push_back(
            {id, loop, !never,
             !passes_barrier(from, header, loop, loop) && !passes_barrier(header, place, last, kNone),
             ordering(loop, true)});
    }
  }
  return result;
}

bool stands_at_its_annotation(const model::KernelModel& kernel, const model::AccessQuery& query) {
  const model::Annotation& annotation = kernel.annotations[query.annotation];
  const auto counts = [&](const Event& event) {
    return event.kind != Event::Kind::Site || !kernel.sites[event.index].observes;
  };
  // Whether some path leads there without passing such an event, and whether some path passes one.
  const Place from{query.block, query.event};
  const Place to{annotation.block, annotation.event};
  const auto open = [](BlockId) { return false; };
  if (!Ways(kernel, counts, open).lead(from, to)) return false;
  std::vector<bool> reached(kernel.blocks.size(), false);
  std::vector<BlockId> work{query.block};
  // From the query up to the annotation's block.
  while (!work.empty()) {
    const BlockId at = work.back();
    work.pop_back();
    const auto& events = kernel.blocks[at].events;
    const std::size_t first = at == query.block ? query.event : 0;
    const std::size_t last = at == annotation.block ? annotation.event : events.size();
    for (std::size_t i = first; i < last; ++i)
      if (counts(events[i])) return false;
    if (at == annotation.block) continue;
    for (const BlockId next : kernel.blocks[at].successors) {
      if (reached[next]) continue;
      reached[next] = true;
      work.push_back(next);
    }
  }
  return true;
}

}  // namespace launchproof::analysis
