// Groups findings with the same root cause, which have the same property, array and barrier interval. A
// benign race belongs to the defect on its lines.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// The numbers of a class's findings with one cause. The first one represents all of them; it counts if one of
// them does, is the most certain one of these, and the first among equally certain ones.
using RootCause = std::vector<std::size_t>;

// Returns a key. Findings with different keys are shown separately. It is not asked for a benign race that
// belongs to a defect, which stays with that defect.
using Apart = std::function<std::string(std::size_t finding)>;

// Returns the root causes: those that are certain, then those that are possible, then benign ones, each in
// the order of their first findings. Each finding belongs to exactly one.
std::vector<RootCause> root_causes(const verdict::ClassResult& result, const Apart& apart = {});

// Returns the number of the finding that counts and that a benign one is shown with: the most certain one of
// the same property, arrays and launch whose lines include those of the benign one. Returns `finding` for any
// other finding.
std::size_t shown_with(const verdict::ClassResult& result, std::size_t finding);

// Returns the numbers of the findings of a cause without those at lines that an earlier one of them has.
std::vector<std::size_t> distinct_pairs(const verdict::ClassResult& result, const RootCause& cause);

// Returns the lines of the other findings of a cause, each pair once: "lines 9 and 10 (read-write)",
// "line 9 (write-write, benign)", "index.h:3 and k.cl:6 (read-write, possible)".
std::vector<std::string> other_pairs(const verdict::ClassResult& result, const RootCause& cause);

}  // namespace launchproof::reports
