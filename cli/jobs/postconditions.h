// Asks the postconditions that kernels state (docs/specifications.md).
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

// Asks the postconditions of the kernels that the results are of, and adds the property `postcondition`, its
// findings and what it assumes to their results. `files` are the sources of the results, in their
// order. A result without postconditions stays as it is.
void add_postconditions(const Arguments& arguments, const std::vector<StatedIn>& files,
                        std::vector<verdict::ClassResult>& results);

}  // namespace launchproof::cli
