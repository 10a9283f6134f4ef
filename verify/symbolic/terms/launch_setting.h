// Data about one kernel in one launch that all parts of an engine share.
#pragma once

#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/uniformity.h"
#include "verify/effort/clock.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/limits/cancellation.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/symbolic/terms/unknowns.h"

namespace launchproof::symbolic {

// Thrown when the time of the launch class is used up; earlier results are kept.
struct OutOfTime {};

struct LaunchSetting {
  const model::KernelModel& kernel;
  const model::LaunchFacts& facts;
  const analysis::FlowGraph& graph;
  const analysis::MemoryRegions& regions;
  const analysis::Uniformity& uniformity;
  smt::TermStore& store;
  Unknowns& unknowns;
  LaunchTerms& launch;
  effort::Clock::time_point deadline;
  smt::Cancellation* cancellation = nullptr;  // ends work the way the deadline does

  // Returns whether no more work is to be done.
  bool is_over() const {
    return (cancellation != nullptr && cancellation->cancelled()) || effort::Clock::now() >= deadline;
  }
};

}  // namespace launchproof::symbolic
