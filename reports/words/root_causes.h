// Groups findings that have one cause: they share property, array and barrier interval.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// The numbers of a class's findings with one cause. The first one represents all of them: it is the most
// certain one, and the first among equals.
using RootCause = std::vector<std::size_t>;

// Returns a key. Findings with different keys are shown apart whatever they have in common.
using Apart = std::function<std::string(std::size_t finding)>;

// Returns the root causes, each finding in exactly one, in the order of their first findings.
std::vector<RootCause> root_causes(const verdict::ClassResult& result, const Apart& apart = {});

// Returns the lines of the other findings of a cause, each pair once: "lines 9 and 10 (read-write)".
std::vector<std::string> other_pairs(const verdict::ClassResult& result, const RootCause& cause);

}  // namespace launchproof::reports
