// Accepted answers and findings: known from a baseline, or suppressed.
#pragma once

#include <cstddef>
#include <set>
#include <utility>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

struct Waivers {
  std::set<std::pair<std::size_t, std::size_t>> findings;  // number of the result and number of its finding
  std::set<std::pair<std::size_t, Property>> undecided;    // unknown, unsupported, or an error in the input
};

// Returns whether a baseline with this undecided answer may accept it. The answer must have been examined,
// and must belong to a class in which the tool did not contradict itself. An answer that was interrupted, or
// lost with its process, may hide anything. Among errors, only those in the input may be accepted, since they
// are not failures of the tool.
bool may_be_waived(const ClassResult& result, Property property);

// Returns exit_status(results) without the waived answers and findings. These are never waived: a
// contradiction, a failure of the tool itself, a defect that no finding shows, a problem of the whole run,
// and the absence of results.
int exit_status(const Results& results, const Waivers& waivers);

}  // namespace launchproof::verdict
