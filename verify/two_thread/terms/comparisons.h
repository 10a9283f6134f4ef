// Finds comparisons in the condition of an invariant, for messages with values that violate it.
#pragma once

#include <string>
#include <vector>

#include "verify/two_thread/terms/problem.h"
#include "verify/two_thread/terms/values.h"

namespace launchproof::two_thread {

// Returns the first few comparisons in the condition, as work-item `who` computes them in the frame.
std::vector<Compared> comparisons_of(const Setting& setting, Values& values, model::ValueId condition,
                                     FrameId frame, unsigned who);

// Returns "it compares 4 with 3, and 7 with 8"; empty if there are no comparisons.
std::string in_words(const std::vector<Compared>& all, const smt::Model& model);

}  // namespace launchproof::two_thread
