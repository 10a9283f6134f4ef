// The maximum number of calls that the work-items of a launch make of a counter (analysis::Counters).
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "verify/analysis/counters.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::two_thread {

// A call in loops is counted where the access engine finds how often these run, or where each iteration of
// its one loop continues by a value of its own that the counter has returned:
//     for (i = atomic_inc(next); i < n; i = atomic_inc(next))
// As long as all values are different, not more iterations continue than values pass the test, and each
// work-item leaves with one that does not. So the first call that finds a value again has more calls before
// it than these.
class CountedCalls {
 public:
  CountedCalls(const model::KernelModel& kernel, const model::LaunchFacts& facts,
               const analysis::FlowGraph& graph, const analysis::Counters& counters, smt::TermStore& store,
               symbolic::LaunchTerms& launch, const symbolic::Options& limits);

  // Returns whether no two calls at one address find the same value, if `items` work-items may get there.
  bool are_apart(const analysis::Counter& counter, smt::Bits items) const;

 private:
  struct Most {
    smt::Bits each = 0;  // calls by each work-item
    smt::Bits all = 0;   // and by all of them together
  };

  std::map<model::SiteId, Most> d_most;  // of calls that are counted
};

}  // namespace launchproof::two_thread
