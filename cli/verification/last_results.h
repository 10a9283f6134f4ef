// The results that were written last, for commands that name a finding and no capture.
#pragma once

#include <filesystem>
#include <string>

#include "cli/options/options.h"

namespace launchproof::cli {

// Returns whether the word may be the id of a finding, and is no file or folder.
bool is_finding_id(const std::string& word);

// Returns whether results in the folder are found by the id of a finding from the current folder.
bool is_found_by_id(const std::filesystem::path& folder);

// Returns the arguments of the command that shows the finding again (`replay`) or writes it as a program
// (`export-repro`), as the newest results in the current folder, or up to two folders below it, have it, with
// what is given on the command line laid over them. Throws UsageError where no results there hold the
// finding.
Arguments arguments_for_finding(const std::string& id, const Arguments& given);

}  // namespace launchproof::cli
