// Replaces names of recorded sources by the files that contain them, or by names of kernels.
#pragma once

#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the results with more helpful names than "program-0123456789ab.cl": a source that
// ClassResult::source_path locates is named by that path. Any other program that came without a file is named
// after its first kernel: "reduce.cl". Fingerprints stay the same.
verdict::Results with_source_paths(const verdict::Results& results);

// Returns whether with_source_paths() would change a name.
bool has_source_paths(const verdict::Results& results);

}  // namespace launchproof::reports
