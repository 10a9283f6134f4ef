// A page for several runs: each with its figures, what changed since the previous run, and a trend.
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
  std::string name;    // name of the run: its folder
  std::string when;    // "2026-11-28 03:00", in UTC; sorts the runs
  std::string link;    // link to its report, relative to the page; empty: there is none
  // why its results cannot be read, or do not count as a success whatever the verdicts are
  std::string trouble;
  std::uint64_t classes = 0, launches = 0;
  double seconds = 0;
  std::map<verdict::Verdict, std::uint64_t> by_verdict;  // classes
  // The classes among them with nothing that counts against them but what the previous run had as well, or
  // what comments in sources suppress.
  std::map<verdict::Verdict, std::uint64_t> known;
  bool is_compared = false;  // with the previous run
  std::uint64_t added = 0, worse = 0, fixed = 0, newly_undecided = 0;
};

// Returns a self-contained page that loads no other files. Runs may be in any order.
std::string html_runs(std::vector<Run> runs);

}  // namespace launchproof::reports
