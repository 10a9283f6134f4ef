// Explains in a few sentences how a finding occurs.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns a sentence that says which work-item does what at which place, with the values of the variables in
// both accesses, and why nothing orders or prevents it. If the replay's steps show that a race changes a
// value, a second sentence gives both values. Returns an empty text if the finding's data says no more than
// its message.
std::string explanation(const ClassResult& result, const Finding& finding);

// Returns whether the replay of a race shows two possible values: a read that comes before or after a write
// of another value, or two writes of different values.
bool shows_values(const Witness& witness);

// Sets Finding::explanation of each finding.
void explain(ClassResult& result);

// Returns "`partial[1]`", or "bytes 4..7 of `partial`" if the access is not a whole element.
std::string element_text(const WorkItem& item);

// Returns the same for a step that accesses bytes.
std::string element_text(const Step& step);

}  // namespace launchproof::verdict
