// Verifies the postconditions that kernels state (docs/specifications.md).
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// The file of a result, and its text.
struct StatedIn {
  std::string file;
  std::string text;
};

// Verifies the postconditions of the kernels in the results, and adds the property `postcondition`, its
// findings and its assumptions to their results. `files` are the sources of the results, in the same order.
// Does not change a result without postconditions.
void add_postconditions(const Arguments& arguments, const std::vector<StatedIn>& files,
                        std::vector<verdict::ClassResult>& results);

}  // namespace launchproof::cli
