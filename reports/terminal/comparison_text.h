// Prints a comparison of two results as text and as JSON.
#pragma once

#include <string>

#include "reports/acceptance/comparison.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns everything that changed, and the number of unchanged entries.
std::string comparison_text(const Comparison& comparison, const verdict::Results& old_results,
                            const verdict::Results& new_results, bool colours);

// Returns one JSON object of the schema `launchproof.diff/1`, see docs/ci.md.
std::string comparison_json(const Comparison& comparison, const verdict::Results& old_results,
                            const verdict::Results& new_results);

}  // namespace launchproof::reports
