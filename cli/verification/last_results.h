// Finds the most recent results, for commands that name a finding and no capture.
#pragma once

#include <filesystem>
#include <string>

#include "cli/options/options.h"

namespace launchproof::cli {

// Returns whether the word may be the id of a finding and does not name a file or folder.
bool is_finding_id(const std::string& word);

// Returns whether a finding's id alone finds results in this folder from the current folder.
bool is_found_by_id(const std::filesystem::path& folder);

// Returns the arguments with which `replay` shows the finding again, or `export-repro` writes it as a
// program. They come from the newest results in the current folder or up to two folders below it; the
// arguments on the command line override them. Throws UsageError if no results there hold the
// finding.
Arguments arguments_for_finding(const std::string& id, const Arguments& given);

}  // namespace launchproof::cli
