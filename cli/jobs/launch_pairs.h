// Pairs of launches that may run at once, and their results for launch-race.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "cli/options/options.h"
#include "cli/verification/call_site_text.h"
#include "verify/jobs/plan/recorded_programs.h"
#include "verify/verdict/results.h"
#include "verify/worker/pairs/launch_pair.h"

namespace launchproof::cli {

// A pair that stands for all launches of its two classes that have the same memory in common.
struct LaunchPairOfClasses {
  worker::LaunchPairJob job;
  std::size_t first = 0;  // class numbers, from 1
  std::size_t second = 0;
};

struct LaunchPairs {
  std::vector<LaunchPairOfClasses> pairs;
  bool is_complete = true;         // no pair is left out, and the order is fully known
  std::vector<std::string> notes;  // what is not known of the order, and pairs that are left out
};

// Returns the pairs of the `wanted` classes, or of all if it is empty. `path` is the capture's.
LaunchPairs launch_pairs(const std::shared_ptr<const capture::Capture>& capture,
                         const std::vector<capture::LaunchClass>& classes,
                         const std::set<std::size_t>& wanted, const std::filesystem::path& path,
                         jobs::RecordedPrograms& programs, CallSiteText& call_sites,
                         const Arguments& arguments);

// Verifies the pairs in worker processes. The results of pairs rest on `of_classes`, the results of the
// launch classes. A pair whose kernels touch no common memory has no result.
std::vector<verdict::ClassResult> verify_launch_pairs(const LaunchPairs& found,
                                                      const std::vector<verdict::ClassResult>& of_classes,
                                                      const Arguments& arguments);

}  // namespace launchproof::cli
