// Options of GPUVerify under their own names.
#pragma once

#include <string>
#include <vector>

namespace launchproof::cli {

// The words as `check` knows them. Options that change nothing are left out, with a note each. Throws
// UsageError for one that lacks its value or has one too many.
std::vector<std::string> without_gpuverify_options(const std::vector<std::string>& words,
                                                   std::vector<std::string>& notes);

// Two tables of docs/commands.md.
std::string gpuverify_options_page();

}  // namespace launchproof::cli
