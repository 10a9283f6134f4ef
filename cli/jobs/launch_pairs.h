// Pairs of launches that may run at the same time, as requested on the command line.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "capture/launch_class.h"
#include "cli/options/options.h"
#include "cli/verification/call_site_text.h"
#include "verify/worker/pairs/plan_pairs.h"

namespace launchproof::cli {

// Returns the pairs of the `wanted` classes, or of all if it is empty. `path` is the capture's.
worker::LaunchPairs launch_pairs(const std::shared_ptr<const capture::Capture>& capture,
                                 const std::vector<capture::LaunchClass>& classes,
                                 const std::set<std::size_t>& wanted, const std::filesystem::path& path,
                                 jobs::RecordedPrograms& programs, CallSiteText& call_sites,
                                 const Arguments& arguments);

// Verifies the pairs, which depend on `of_classes`, the results of the launch classes.
std::vector<verdict::ClassResult> verify_launch_pairs(const worker::LaunchPairs& found,
                                                      const std::vector<verdict::ClassResult>& of_classes,
                                                      const Arguments& arguments);

}  // namespace launchproof::cli
