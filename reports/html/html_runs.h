// A page over several runs: each with its figures, what changed since the run before, and a trend.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "verify/verdict/registry.h"

namespace launchproof::reports {

// One run. Changes are those since the previous run of the same `sample`.
struct Run {
  std::string sample;  // the application, or a folder; may be empty
  std::string name;    // of the run: its folder
  std::string when;    // "2026-11-28 03:00", in UTC; orders the runs
  std::string link;    // of its report, relative to the page; empty: there is none
  // why its results cannot be read, or do not count as a success whatever the verdicts are
  std::string trouble;
  std::uint64_t classes = 0, launches = 0;
  double seconds = 0;
  std::map<verdict::Verdict, std::uint64_t> by_verdict;  // classes
  bool is_compared = false;                              // with the run before
  std::uint64_t added = 0, worse = 0, fixed = 0, newly_undecided = 0;
};

// Returns a self-contained page that loads nothing. Runs may come in any order.
std::string html_runs(std::vector<Run> runs);

}  // namespace launchproof::reports
