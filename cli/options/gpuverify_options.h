// Accepts options of GPUVerify under their own names.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace launchproof::cli {

// Translates the words to options of `check`. Drops options that have no effect, with a note for each.
// `is_ours` recognises the names of launchproof's own options. Throws UsageError for an option that lacks its
// value or has a superfluous one, and for one that has no counterpart in Launchproof.
std::vector<std::string> without_gpuverify_options(const std::vector<std::string>& words,
                                                   const std::function<bool(const std::string&)>& is_ours,
                                                   std::vector<std::string>& notes);

// Returns the section on GPUVerify's options for docs/commands.md.
std::string gpuverify_options_page();

}  // namespace launchproof::cli
