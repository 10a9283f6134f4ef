// Results that name recorded sources by the files that hold them.
#pragma once

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the results with ClassResult::source_path in place of `source`, wherever that is named.
// Fingerprints stay what they were.
verdict::Results with_source_paths(const verdict::Results& results);

// Returns whether some class has such a path. If none has, with_source_paths() changes nothing.
bool has_source_paths(const verdict::Results& results);

}  // namespace launchproof::reports
