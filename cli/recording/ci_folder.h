// The output folder of `run --ci`, which each such run makes anew.
#pragma once

#include <filesystem>

#include "cli/options/options.h"

namespace launchproof::cli {

// Throws UsageError, before anything is changed, when `run --ci` may not replace what the folder holds: it is
// not empty and no such run made it, or it holds files that no such run writes. With --append nothing is
// replaced, and nothing is asked.
void check_ci_folder(const Arguments& arguments, const std::filesystem::path& folder);

// Empties the folder of an earlier `run --ci`. check_ci_folder() must have passed. Throws UsageError when a
// file cannot be removed.
void empty_ci_folder(const Arguments& arguments, const std::filesystem::path& folder);

// Marks the folder, which is there, as one that the next `run --ci` may replace. Throws UsageError when that
// cannot be written.
void mark_ci_folder(const Arguments& arguments, const std::filesystem::path& folder);

}  // namespace launchproof::cli
