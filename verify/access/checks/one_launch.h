// The context of evaluators of one launch, together with the analyses that it is made from.
#pragma once

#include <chrono>
#include <vector>

#include "verify/access/evaluator/evaluator.h"
#include "verify/analysis/deciding_values.h"
#include "verify/analysis/opaque_recurrences.h"
#include "verify/effort/clock.h"
#include "verify/symbolic/terms/analysed_launch.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

class OneLaunch : public symbolic::AnalysedLaunch {
 public:
  // Requires that all arguments except `options` outlive this object. `seen` initialises Context::seen_sizes.
  // `arbitrary` gives, by number, the arrays that others change while the launch runs: a read of such an
  // array may find any value if the launch also writes the array.
  OneLaunch(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
            const symbolic::Options& options, effort::Clock::time_point deadline,
            std::vector<model::LaunchSizes>* seen = nullptr, const std::vector<bool>& arbitrary = {})
      : AnalysedLaunch(kernel, facts, store),
        d_stable(d_graph, d_regions, options.warp_sync > 1 || model::uses_numbered_phases(kernel), arbitrary),
        d_counters(d_graph, d_regions, arbitrary),
        d_uniformity(d_graph, d_regions, d_stable),
        d_decides(analysis::deciding_values(kernel)),
        d_opaque(analysis::opaque_recurrences(d_graph)),
        d_annotations(AnnotationsInUse::of(kernel, options)),
        d_context{setting(d_uniformity, deadline, options.cancellation),
                  d_stable,
                  d_counters,
                  d_decides,
                  d_opaque,
                  d_environments,
                  nullptr,
                  d_annotations,
                  seen} {
    d_context.variables = options.variables;
    d_launch.collect(options.counterexamples);
  }

  Context& context() { return d_context; }

 private:
  analysis::StableReads d_stable;
  analysis::Counters d_counters;
  analysis::Uniformity d_uniformity;
  Environments d_environments;
  std::vector<bool> d_decides;
  std::vector<bool> d_opaque;
  AnnotationsInUse d_annotations;
  Context d_context;
};

}  // namespace launchproof::access
