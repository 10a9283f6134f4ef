// `-` in place of a file: standard input where one is read, standard output where one is written.
#pragma once

#include <cstdio>
#include <string_view>

#include "cli/options/arguments.h"

namespace launchproof::cli {

inline constexpr std::string_view kDash = "-";

// Throws UsageError if `-` stands where neither is meant (folders, captures, files that several processes
// append to), or if two options or operands read standard input or print on standard output.
void check_dashes(const Arguments& arguments);

// Returns standard output, or standard error if a report is printed on standard output because an option
// names
// `-`. The summary and the names of files go to that stream.
std::FILE* summary_stream(const Arguments& arguments);

}  // namespace launchproof::cli
