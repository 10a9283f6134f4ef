// How a finding comes about, in one sentence.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns a sentence that says which work-item does what where, with the values of the variables of both
// accesses, and why nothing orders or prevents it. Where the steps of a replay show a race to change a value,
// a second sentence gives both values. Empty where the finding's data says no more than its message.
std::string explanation(const ClassResult& result, const Finding& finding);

// Returns whether the replay of a race shows two values, of which one or the other results: a read that
// comes before or after a write of another value, or two writes of different values.
bool shows_values(const Witness& witness);

// Sets Finding::explanation of each finding.
void explain(ClassResult& result);

// Returns "`partial[1]`", or "bytes 4..7 of `partial`" where the access is no whole element.
std::string element_text(const WorkItem& item);

}  // namespace launchproof::verdict
