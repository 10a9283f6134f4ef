#include "verify/analysis/atomic_order.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace launchproof::analysis {

using model::Event;
using model::kNone;
using model::SiteId;

namespace {

// The C11 memory_order as a number.
constexpr std::uint32_t kAcquire = 2, kRelease = 3, kAcquireRelease = 4, kSequentiallyConsistent = 5;

bool is_releasing(std::uint32_t order) {
  return order == kRelease || order == kAcquireRelease || order == kSequentiallyConsistent;
}

bool is_acquiring(std::uint32_t order) {
  return order == kAcquire || order == kAcquireRelease || order == kSequentiallyConsistent;
}

bool reaches_all_groups(const model::Fence& fence) {
  return fence.global_memory && fence.scope >= model::AtomicScope::Device;
}

// A compiler may assume that nobody writes to the target of a pointer that is const and restrict (CUDA C++
// Programming Guide, "Read-Only Data Cache Load Function").
bool is_of_constant_pointer(const model::KernelModel& kernel, const model::Site& site) {
  return site.kind == model::AccessKind::Read && std::ranges::any_of(site.arrays, [&](model::ArrayId array) {
           const std::uint32_t number = kernel.arrays[array].parameter;
           if (number >= kernel.parameters.size()) return false;
           return kernel.parameters[number].is_const && kernel.parameters[number].is_restrict;
         });
}

// Fences of global memory do not order images. A copy may happen at any time, and an incoherent read may find
// an old value.
bool is_followed(const model::KernelModel& kernel, const model::Site& site) {
  return site.is_coherent && !is_of_constant_pointer(kernel, site) && site.copy == kNone && !site.in_flight &&
         !site.is_elsewhere && site.call == kNone &&
         std::ranges::all_of(site.arrays, [&](model::ArrayId array) {
           return kernel.arrays[array].memory == model::Memory::Global;
         });
}

bool never(const Event& /*event*/) {
  return false;
}

}  // namespace

bool has_order_between_groups(const model::KernelModel& kernel) {
  std::set<model::AtomicScope> scopes;
  bool releases = false;
  const auto note = [&](std::uint32_t order, model::AtomicScope scope) {
    if (order == 0 || scope < model::AtomicScope::Device) return;
    scopes.insert(scope);
    releases = releases || is_releasing(order);
  };
  for (const model::Fence& fence : kernel.fences)
    if (fence.global_memory) note(fence.order, fence.scope);
  for (const model::Site& site : kernel.sites)
    if (site.kind == model::AccessKind::Atomic) note(site.atomic_order, site.scope);
  return releases && (kernel.language == model::Language::Cuda || scopes.size() == 1);
}

AtomicOrder::AtomicOrder(const FlowGraph& graph, SiteId call)
    : d_graph(graph), d_kernel(graph.kernel()), d_call(call), d_at(of(Event::Kind::Site, call)) {}

AtomicOrder::Place AtomicOrder::of(Event::Kind kind, std::uint32_t index) const {
  const BlockId block =
      kind == Event::Kind::Site ? d_kernel.sites[index].block : d_kernel.barriers[index].block;
  const auto& events = d_kernel.blocks[block].events;
  const auto found = std::ranges::find_if(
      events, [&](const Event& event) { return event.kind == kind && event.index == index; });
  return {block, static_cast<std::size_t>(found - events.begin())};
}

bool AtomicOrder::leads(Place from, Place to, const Stops& stops) const {
  std::vector<bool> entered(d_kernel.blocks.size(), false);
  std::vector<Place> open{{from.block, from.event + 1}};
  while (!open.empty()) {
    const Place at = open.back();
    open.pop_back();
    const auto& events = d_kernel.blocks[at.block].events;
    bool stopped = false;
    for (std::size_t i = at.event; i < events.size() && !stopped; ++i) {
      if (at.block == to.block && i == to.event) return true;
      stopped = stops(events[i]);
    }
    if (stopped) continue;
    for (const BlockId next : d_kernel.blocks[at.block].successors) {
      if (entered[next]) continue;
      entered[next] = true;
      open.push_back({next, 0});
    }
  }
  return false;
}

bool AtomicOrder::dominates(Place first, Place second) const {
  if (first.block == second.block) return first.event < second.event;
  return d_graph.dominates(kNone, first.block, d_graph.node(kNone, second.block));
}

bool AtomicOrder::postdominates(Place second, Place first) const {
  if (first.block == second.block) return first.event < second.event;
  return d_graph.postdominates(kNone, second.block, d_graph.node(kNone, first.block));
}

bool AtomicOrder::is_release(const Event& event) const {
  if (event.kind != Event::Kind::Fence) return false;
  const model::Fence& fence = d_kernel.fences[event.index];
  return is_releasing(fence.order) && reaches_all_groups(fence);
}

bool AtomicOrder::is_acquire(const Event& event) const {
  if (event.kind != Event::Kind::Fence) return false;
  const model::Fence& fence = d_kernel.fences[event.index];
  return is_acquiring(fence.order) && reaches_all_groups(fence);
}

bool AtomicOrder::any_barrier(const std::function<bool(Place)>& fits) const {
  for (model::BarrierId id = 0; id < d_kernel.barriers.size(); ++id) {
    const model::Barrier& barrier = d_kernel.barriers[id];
    if (barrier.kind != model::Convergence::Barrier || barrier.level != model::ConvergenceLevel::Group ||
        !barrier.global_fence || d_kernel.blocks[barrier.block].loop != kNone)
      continue;
    if (fits(of(Event::Kind::Barrier, id))) return true;
  }
  return false;
}

bool AtomicOrder::releases() const {
  return is_releasing(d_kernel.sites[d_call].atomic_order);
}

bool AtomicOrder::is_made_once() const {
  return !leads(d_at, d_at, never);
}

bool AtomicOrder::may_follow(SiteId first, SiteId second) const {
  return leads(of(Event::Kind::Site, first), of(Event::Kind::Site, second), never);
}

Ordered AtomicOrder::before(SiteId access) const {
  const model::Site& site = d_kernel.sites[access];
  if (!is_followed(d_kernel, site)) return Ordered::No;
  if (access == d_call) return releases() && is_made_once() ? Ordered::OfCaller : Ordered::No;
  const Place at = of(Event::Kind::Site, access);
  const auto is_released_from = [&](Place from) {
    return releases() || !leads(from, d_at, [this](const Event& event) { return is_release(event); });
  };
  // The whole group reaches such a barrier after the access, and the caller reaches it before the atomic.
  if (any_barrier([&](Place barrier) {
        return dominates(barrier, d_at) && postdominates(barrier, at) && !leads(barrier, at, never) &&
               is_released_from(barrier);
      }))
    return Ordered::OfGroup;
  return !leads(d_at, at, never) && is_released_from(at) ? Ordered::OfCaller : Ordered::No;
}

Ordered AtomicOrder::after(SiteId access, Acquire acquire) const {
  const model::Site& site = d_kernel.sites[access];
  if (!is_followed(d_kernel, site)) return Ordered::No;
  const bool acquires = acquire == Acquire::Omitted || is_acquiring(d_kernel.sites[d_call].atomic_order);
  if (access == d_call) return acquires && is_made_once() ? Ordered::OfCaller : Ordered::No;
  const Place at = of(Event::Kind::Site, access);
  const auto has_acquired_at = [&](Place to) {
    return acquires || !leads(d_at, to, [this](const Event& event) { return is_acquire(event); });
  };
  // The whole group reaches such a barrier before the access, and the caller reaches it after the atomic.
  if (any_barrier([&](Place barrier) {
        return dominates(barrier, at) && postdominates(barrier, d_at) && !leads(barrier, d_at, never) &&
               has_acquired_at(barrier);
      }))
    return Ordered::OfGroup;
  return !leads(at, d_at, never) && has_acquired_at(at) ? Ordered::OfCaller : Ordered::No;
}

}  // namespace launchproof::analysis
