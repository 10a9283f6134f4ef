// Groups findings with the same root cause, which have the same property, array and barrier interval.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// The numbers of a class's findings with one cause. The first one represents all of them; it is the most
// certain one, and the first among equally certain ones.
using RootCause = std::vector<std::size_t>;

// Returns a key. Findings with different keys are shown separately in any case.
using Apart = std::function<std::string(std::size_t finding)>;

// Returns the root causes in the order of their first findings. Each finding belongs to exactly one.
std::vector<RootCause> root_causes(const verdict::ClassResult& result, const Apart& apart = {});

// Returns the lines of the other findings of a cause, each pair once: "lines 9 and 10 (read-write)".
std::vector<std::string> other_pairs(const verdict::ClassResult& result, const RootCause& cause);

}  // namespace launchproof::reports
