// The accesses that an atomic orders: those before it, of its work-item or of its group, that it releases,
// and those after it that have acquired.
//
// A release is an order of the atomic itself, or a fence before it by the same work-item; an acquire is one
// of these after it (OpenCL C 3.0 specification, 6.15.12.4 and 6.15.12.5; PTX ISA, "Release and Acquire
// Patterns"). A barrier of the group that orders global memory takes accesses of the others in it along. Only
// scopes that hold all groups of the launch count.
#pragma once

#include <cstddef>
#include <functional>

#include "verify/analysis/flow_graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::analysis {

// The work-items whose accesses are ordered with the atomic, where the group makes both.
enum class Ordered : std::uint8_t {
  No,
  OfCaller,  // those of the work-item that makes the atomic
  OfGroup    // those of all of its group
};

// Returns whether an atomic of the kernel may order accesses of different groups: something releases. In
// OpenCL C a release and an acquire of two scopes do not meet, although both hold all groups (before 3.1: the
// scopes must be the same), so that all must be of one.
bool has_order_between_groups(const model::KernelModel& kernel);

class AtomicOrder {
 public:
  // Looks at an atomic in global memory.
  AtomicOrder(const FlowGraph& graph, model::SiteId call);

  // Returns for whom the access happens before what the atomic releases. The atomic itself is among these if
  // it releases, and among those of after() if it acquires: a fence beside it does not order it.
  Ordered before(model::SiteId access) const;
  // Returns for whom the access happens after what the atomic has acquired. `Acquire::Omitted` takes it that
  // the atomic acquires.
  enum class Acquire : std::uint8_t { Needed, Omitted };
  Ordered after(model::SiteId access, Acquire acquire) const;
  // Returns whether the order of the atomic itself is one that releases.
  bool releases() const;
  // Returns whether a work-item makes the atomic once at most.
  bool is_made_once() const;
  // Returns whether control may come from the one site to the other.
  bool may_follow(model::SiteId first, model::SiteId second) const;

 private:
  struct Place {
    BlockId block = model::kNone;
    std::size_t event = 0;
  };
  using Stops = std::function<bool(const model::Event& event)>;

  Place of(model::Event::Kind kind, std::uint32_t index) const;
  // Returns whether control may come from after one event to the other without passing a stopping event.
  bool leads(Place from, Place to, const Stops& stops) const;
  bool dominates(Place first, Place second) const;
  bool postdominates(Place second, Place first) const;
  bool is_release(const model::Event& event) const;
  bool is_acquire(const model::Event& event) const;
  // Returns whether some barrier of the group fits, which must be outside of all loops and order global
  // memory.
  bool any_barrier(const std::function<bool(Place)>& fits) const;

  const FlowGraph& d_graph;
  const model::KernelModel& d_kernel;
  model::SiteId d_call;
  Place d_at;
};

}  // namespace launchproof::analysis
