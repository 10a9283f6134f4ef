// The output folder of `run --ci`, which each such run replaces.
#pragma once

#include <filesystem>

#include "cli/options/options.h"

namespace launchproof::cli {

// Throws UsageError, before anything is changed, if `run --ci` must not replace the contents of the folder:
// it is not empty and no such run made it, or it holds files that no such run writes. Does nothing with
// --append.
void check_ci_folder(const Arguments& arguments, const std::filesystem::path& folder);

// Empties the folder of an earlier `run --ci`. check_ci_folder() must have passed. Throws UsageError when a
// file cannot be removed.
void empty_ci_folder(const Arguments& arguments, const std::filesystem::path& folder);

// Marks the existing folder as one that the next `run --ci` may replace. Throws UsageError if the mark cannot
// be written.
void mark_ci_folder(const Arguments& arguments, const std::filesystem::path& folder);

}  // namespace launchproof::cli
