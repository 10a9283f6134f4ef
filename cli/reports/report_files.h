// The report files that a command writes.
#pragma once

#include <cstdio>
#include <filesystem>

#include "cli/options/options.h"
#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Checks the paths of output files before any other work. Throws UsageError if a file would overwrite input
// of the command, or if two results would be written to one file. Removes files for continuous integration
// that an earlier run left.
void check_report_files(const Arguments& arguments, const std::filesystem::path& folder);

// Prepares the files before the work. Throws UsageError if a file that an option names cannot be written to
// its place. Removes the files that an earlier run left there and, with --ci, in the folder, so that no old
// file is found after a failed run.
void prepare_report_files(const Arguments& arguments, const std::filesystem::path& folder);

// Writes the files that options name, and with --ci those in the folder, and lists them along with a summary
// on `stream`. `finds_by_id` is as in reports::FindingCommands. `capture` may be
// empty if none was used. Returns false, after a message on standard error, if
// a file could not be written.
[[nodiscard]] bool write_report_files(const verdict::Results& results, const reports::Acceptance& acceptance,
                                      bool finds_by_id, const std::filesystem::path& capture,
                                      const std::filesystem::path& folder, const Arguments& arguments,
                                      std::FILE* stream);

}  // namespace launchproof::cli
