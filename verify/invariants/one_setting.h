// What the analyses say of a kernel under one launch, and the setting that is made of it.
#pragma once

#include "verify/analysis/stable_reads.h"
#include "verify/invariants/setting.h"

namespace launchproof::invariants {

class OneSetting {
 public:
  // All outlive it.
  OneSetting(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
             const access::Options& limits, const Options& options)
      : d_graph(kernel),
        d_regions(kernel, facts),
        d_stable(d_graph, d_regions, true),
        d_uniformity(d_graph, d_regions, d_stable),
        d_unknowns(store),
        d_launch(store, kernel, facts),
        d_setting{kernel,
                  facts,
                  d_graph,
                  d_regions,
                  d_uniformity,
                  store,
                  d_unknowns,
                  d_launch,
                  limits,
                  options,
                  std::chrono::steady_clock::now() + limits.time} {
    d_launch.collect(limits.counterexamples);
  }
  OneSetting(const OneSetting&) = delete;
  OneSetting& operator=(const OneSetting&) = delete;

  // Its deadline is when the time of the limits has passed since it was made.
  const Setting& setting() const { return d_setting; }

 private:
  analysis::FlowGraph d_graph;
  analysis::MemoryRegions d_regions;
  // Reads of memory that the launch writes are arbitrary, so that nothing rests on a race elsewhere.
  analysis::StableReads d_stable;
  analysis::Uniformity d_uniformity;
  access::Unknowns d_unknowns;
  access::LaunchTerms d_launch;
  Setting d_setting;
};

}  // namespace launchproof::invariants
