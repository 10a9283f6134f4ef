// The settings of one launch, with and without the equality abstraction, and the analyses from which they are
// made.
#pragma once

#include "verify/analysis/stable_reads.h"
#include "verify/effort/clock.h"
#include "verify/symbolic/terms/analysed_launch.h"
#include "verify/two_thread/terms/setting.h"

namespace launchproof::two_thread {

class OneSetting : public symbolic::AnalysedLaunch {
 public:
  // Requires that all arguments outlive this object.
  OneSetting(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
             const symbolic::Options& limits, const Options& options,
             const std::array<EntryLogs, 3>* entry = nullptr)
      : AnalysedLaunch(kernel, facts, store),
        d_arbitrary(d_graph, d_regions, true),
        d_uniformity(d_graph, d_regions, d_arbitrary),
        d_equal(d_graph, d_regions, false, named(kernel, options.adversarial_arrays)),
        d_equal_uniformity(d_graph, d_regions, d_equal),
        d_counters(d_graph, d_regions, named(kernel, options.adversarial_arrays)),
        d_counted_calls(kernel, facts, d_graph, d_counters, store, d_launch, limits),
        d_setting{
            AnalysedLaunch::setting(d_uniformity, effort::Clock::now() + limits.time, limits.cancellation),
            limits, options},
        d_equal_setting{AnalysedLaunch::setting(d_equal_uniformity, d_setting.deadline, limits.cancellation),
                        limits,
                        options,
                        &d_equal,
                        &d_counters,
                        &d_counted_calls} {
    d_setting.entry = d_equal_setting.entry = entry;
    d_launch.collect(limits.counterexamples);
  }

  // Returns the setting. Its deadline is its creation time plus the time limit.
  const Setting& setting() const { return d_setting; }
  // Returns the same under the equality abstraction; results then depend on the absence of data races.
  const Setting& setting_of_equal_reads() const { return d_equal_setting; }

 private:
  // Returns, by array of the kernel, whether it is among the named ones.
  static std::vector<bool> named(const model::KernelModel& kernel, const std::set<std::string>& names) {
    std::vector<bool> result;
    result.reserve(kernel.arrays.size());
    for (const model::Array& array : kernel.arrays) result.push_back(names.contains(array.name));
    return result;
  }

  // Reads of memory that the launch writes are arbitrary, so that nothing depends on the absence of other
  // races.
  analysis::StableReads d_arbitrary;
  analysis::Uniformity d_uniformity;
  analysis::StableReads d_equal;
  analysis::Uniformity d_equal_uniformity;
  analysis::Counters d_counters;
  CountedCalls d_counted_calls;
  Setting d_setting, d_equal_setting;
};

}  // namespace launchproof::two_thread
