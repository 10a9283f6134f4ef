// Advice on a finding: a verified change, or the remedy for its property.
#pragma once

#include <string>
#include <string_view>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the fix of the class that removes the finding, or null.
const verdict::Fix* fix_of(const verdict::ClassResult& result, const verdict::Finding& finding);

// Returns the change as a unified diff of the class's source, with three lines of context.
std::string unified_diff(const verdict::ClassResult& result, const verdict::Fix& fix);

// Returns a sentence, without a full stop, that says what was verified about the fix.
std::string what_is_verified(const verdict::ClassResult& result, const verdict::Fix& fix);

// Returns the general remedy for a finding without a fix, depending on its property or the kind of race.
std::string_view remedy_of(const verdict::Finding& finding);

}  // namespace launchproof::reports
