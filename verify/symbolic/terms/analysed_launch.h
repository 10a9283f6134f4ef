// A kernel with one launch, and the analyses and terms that every engine needs.
#pragma once

#include "verify/symbolic/terms/launch_setting.h"

namespace launchproof::symbolic {

// Owns the objects to which a LaunchSetting refers. An engine derives from it, adds its own analyses, and
// creates its setting from all of them.
class AnalysedLaunch {
 public:
  AnalysedLaunch(const AnalysedLaunch&) = delete;
  AnalysedLaunch& operator=(const AnalysedLaunch&) = delete;

 protected:
  // Requires that all arguments outlive this object.
  AnalysedLaunch(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store)
      : d_graph(kernel),
        d_regions(kernel, facts),
        d_unknowns(store),
        d_launch(store, kernel, facts),
        d_kernel(kernel),
        d_facts(facts),
        d_store(store) {}
  ~AnalysedLaunch() = default;

  // Returns a setting that uses `uniformity` and ends at the deadline.
  LaunchSetting setting(const analysis::Uniformity& uniformity, effort::Clock::time_point deadline,
                        smt::Cancellation* cancellation) {
    return {d_kernel, d_facts,    d_graph,  d_regions, uniformity,
            d_store,  d_unknowns, d_launch, deadline,  cancellation};
  }

  analysis::FlowGraph d_graph;
  analysis::MemoryRegions d_regions;
  Unknowns d_unknowns;
  LaunchTerms d_launch;

 private:
  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  smt::TermStore& d_store;
};

}  // namespace launchproof::symbolic
