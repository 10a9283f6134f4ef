// The advice about a finding: a change that was verified, or the remedy of its property.
#pragma once

#include <string>
#include <string_view>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the fix of the class that removes the finding, or null.
const verdict::Fix* fix_of(const verdict::ClassResult& result, const verdict::Finding& finding);

// Returns the change as a unified diff of the class's source, with three lines around each change.
std::string unified_diff(const verdict::ClassResult& result, const verdict::Fix& fix);

// Returns what was verified of the fix, as a sentence without a full stop.
std::string what_is_verified(const verdict::ClassResult& result, const verdict::Fix& fix);

// Returns the general remedy, for a finding without a fix: that of its property, or of the kind of race.
std::string_view remedy_of(const verdict::Finding& finding);

}  // namespace launchproof::reports
