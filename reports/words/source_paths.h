// Replaces names of recorded sources by the files that contain them, or by names of kernels.
#pragma once

#include <map>
#include <string>

#include "verify/verdict/results.h"

namespace launchproof::reports {

// The displayed names of recorded programs, by their names in results ("program-0123456789ab.cl").
using ShownNames = std::map<std::string, std::string>;

// Returns a name for each program that ClassResult::source_path locates, which is that path, and for any
// other program that came without a file. The latter is named after its first kernel in the results
// ("reduce.cl"), followed by the digits of its digest if another source already has that name.
ShownNames shown_names(const verdict::Results& results);

// Returns the results with these names. Fingerprints stay the same.
verdict::Results with_source_paths(const verdict::Results& results);

// Returns whether with_source_paths() would change a name.
bool has_source_paths(const verdict::Results& results);

}  // namespace launchproof::reports
