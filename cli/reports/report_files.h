// The files that a command writes of its results.
#pragma once

#include <cstdio>
#include <filesystem>

#include "cli/options/options.h"
#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::cli {

// Checks the paths of output files before anything else is done. Throws UsageError if a file would overwrite
// something that the command reads, or if two results would go to one file. Removes the files of continuous
// integration that an earlier run left.
void check_report_files(const Arguments& arguments, const std::filesystem::path& folder);

// Prepares the files before the work. Throws UsageError when a file that an option names cannot be written to
// its place. Removes the files that an earlier run left there and, with --ci, in the folder, so that nobody
// finds an old file after a run that failed.
void prepare_report_files(const Arguments& arguments, const std::filesystem::path& folder);

// Writes the files that options name, and with --ci those of the folder, and names them along with a summary
// on `stream`. `capture` may be empty, where none was asked for. False, after a message on standard error,
// when a file could not be written.
[[nodiscard]] bool write_report_files(const verdict::Results& results, const reports::Acceptance& acceptance,
                                      const std::filesystem::path& capture,
                                      const std::filesystem::path& folder, const Arguments& arguments,
                                      std::FILE* stream);

}  // namespace launchproof::cli
