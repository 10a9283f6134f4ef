// The accesses that an atomic orders: those that it releases, which come before it in its work-item or its
// group, and those that come after it has acquired.
//
// A release is an order of the atomic itself, or a fence before it by the same work-item; an acquire is such
// an order, or a fence after it (OpenCL C 3.0 specification, 6.15.12.4 and 6.15.12.5; PTX ISA, "Release and
// Acquire Patterns"). A barrier of the group that orders global memory extends this to accesses of the
// group's other work-items. Only scopes that include all groups of the launch count.
#pragma once

#include <cstddef>
#include <functional>

#include "verify/analysis/flow_graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// The work-items whose accesses are ordered with the atomic, if their group makes both.
enum class Ordered : std::uint8_t {
  No,
  OfCaller,  // accesses of the work-item that makes the atomic
  OfGroup    // accesses of its whole group
};

// Returns whether an atomic of the kernel may order accesses of different groups, which requires a release.
// In OpenCL C a release and an acquire with different scopes do not synchronise, although both include all
// groups (before 3.1, the scopes must be the same). Therefore all of them must have one scope.
bool has_order_between_groups(const model::KernelModel& kernel);

class AtomicOrder {
 public:
  // Examines an atomic in global memory.
  AtomicOrder(const FlowGraph& graph, model::SiteId call);

  // Returns for which work-items the access happens before what the atomic releases. The atomic itself is one
  // of these accesses if it releases, and one of those of after() if it acquires; a fence beside it does not
  // order the atomic.
  Ordered before(model::SiteId access) const;
  // Returns for which work-items the access happens after what the atomic has acquired. `Acquire::Omitted`
  // assumes that the atomic acquires.
  enum class Acquire : std::uint8_t { Needed, Omitted };
  Ordered after(model::SiteId access, Acquire acquire) const;
  // Returns whether the memory order of the atomic itself is a release.
  bool releases() const;
  // Returns whether each work-item makes the atomic at most once.
  bool is_made_once() const;
  // Returns whether control may come from the first site to the second.
  bool may_follow(model::SiteId first, model::SiteId second) const;

 private:
  struct Place {
    BlockId block = model::kNone;
    std::size_t event = 0;
  };
  using Stops = std::function<bool(const model::Event& event)>;

  Place of(model::Event::Kind kind, std::uint32_t index) const;
  // Returns whether control may come from the point after one event to the other event without passing a
  // stopping event.
  bool leads(Place from, Place to, const Stops& stops) const;
  bool dominates(Place first, Place second) const;
  bool postdominates(Place second, Place first) const;
  bool is_release(const model::Event& event) const;
  bool is_acquire(const model::Event& event) const;
  // Returns whether some barrier of the group that is outside all loops and orders global memory satisfies
  // `fits`.
  bool any_barrier(const std::function<bool(Place)>& fits) const;

  const FlowGraph& d_graph;
  const model::KernelModel& d_kernel;
  model::SiteId d_call;
  Place d_at;
};

}  // namespace launchproof::analysis
