// Finds the most recent results, for commands that name a finding but no capture.
#pragma once

#include <filesystem>
#include <string>

#include "cli/options/options.h"

namespace launchproof::cli {

// Returns whether the word may be the id of a finding, and is not the name of a file or folder.
bool is_finding_id(const std::string& word);

// Returns whether a command in the current folder that names only a finding's id finds the results in this
// folder.
bool is_found_by_id(const std::filesystem::path& folder);

// Returns the arguments with which `replay` shows the finding again, or `export-repro` exports it as a
// program. They come from the newest results in the current folder or up to two folders below it; arguments
// on the command line override them. Throws UsageError if no results there have the finding.
Arguments arguments_for_finding(const std::string& id, const Arguments& given);

}  // namespace launchproof::cli
