// How a finding comes about, in one sentence.
#pragma once

#include <string>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns a sentence that says which work-item does what where, with the values of the variables of both
// accesses, and why nothing orders or prevents it. Empty where the finding's data says no more than its
// message.
std::string explanation(const ClassResult& result, const Finding& finding);

// Sets Finding::explanation of each finding.
void explain(ClassResult& result);

// Returns "`partial[1]`", or "bytes 4..7 of `partial`" where the access is no whole element.
std::string element_text(const WorkItem& item);

}  // namespace launchproof::verdict
