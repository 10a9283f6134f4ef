// Bounds the number of calls that work-items of a launch make to a counter (analysis::Counters).
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

// Calls inside loops are counted in two cases: if the access engine finds the trip counts, or if each
// iteration of the only loop continues because of a distinct value that the counter returned:
//     for (i = atomic_inc(next); i < n; i = atomic_inc(next))
// As long as all values are distinct, no more iterations continue than there are values that pass the test,
// and each work-item leaves with one value that does not. More calls than that must therefore precede the
// first call that returns a value again.
class CountedCalls {
 public:
  CountedCalls(const model::KernelModel& kernel, const model::LaunchFacts& facts,
               const analysis::FlowGraph& graph, const analysis::Counters& counters, smt::TermStore& store,
               symbolic::LaunchTerms& launch, const symbolic::Options& limits);

  // Returns whether no two calls at one address return the same value, if `items` work-items may get there.
  bool are_apart(const analysis::Counter& counter, smt::Bits items) const;

 private:
  struct Most {
    smt::Bits each = 0;  // calls by each work-item
    smt::Bits all = 0;   // calls by all work-items together
  };

  std::map<model::SiteId, Most> d_most;  // calls that are counted
};

}  // namespace launchproof::two_thread
