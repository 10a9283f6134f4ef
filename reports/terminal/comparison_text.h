// A comparison of two results, for people and for programs.
#pragma once

#include <string>

#include "reports/acceptance/comparison.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns everything that changed, and counts of what did not.
std::string comparison_text(const Comparison& comparison, const verdict::Results& old_results,
                            const verdict::Results& new_results, bool colours);

// Returns one JSON object of the schema `launchproof.diff/1`, see docs/ci.md.
std::string comparison_json(const Comparison& comparison, const verdict::Results& old_results,
                            const verdict::Results& new_results);

}  // namespace launchproof::reports
