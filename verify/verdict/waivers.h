// Answers and findings that are accepted: known from a baseline, or suppressed.
#pragma once

#include <cstddef>
#include <set>
#include <utility>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

struct Waivers {
  std::set<std::pair<std::size_t, std::size_t>> findings;  // number of the result, number of its finding
  std::set<std::pair<std::size_t, Property>> undecided;    // unknown, unsupported, or its input an error
};

// Returns whether a baseline that knows this undecided answer may accept it: the answer was examined, and
// belongs to a class in which the tool did not contradict itself. An answer that was interrupted, or lost
// with its process, may hide anything. Only errors of the input are no failure of the tool.
bool may_be_waived(const ClassResult& result, Property property);

// Returns exit_status(results), without what is waived. Never waived: a contradiction, a failure of the tool
// itself, a defect that no finding shows, a problem of the whole, and that there are no results.
int exit_status(const Results& results, const Waivers& waivers);

}  // namespace launchproof::verdict
