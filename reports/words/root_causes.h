// Findings that have one cause: of one property, array and barrier interval.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Numbers of findings of a class. The first one stands for all: it is the one that is surest, of those the
// first.
using RootCause = std::vector<std::size_t>;

// Tells findings apart that are shown apart whatever they have in common, such as those that are let pass.
using Apart = std::function<std::string(std::size_t finding)>;

// Returns each finding of the class in one root cause, these in the order of their first findings.
std::vector<RootCause> root_causes(const verdict::ClassResult& result, const Apart& apart = {});

// Returns the lines of the other findings of a cause, each pair once: "lines 9 and 10 (read-write)".
std::vector<std::string> other_pairs(const verdict::ClassResult& result, const RootCause& cause);

}  // namespace launchproof::reports
