// The options that name files for report formats: one for each row of reports/formats/formats.def.
#pragma once

#include <string>
#include <vector>

#include "cli/options/arguments.h"

namespace launchproof::cli {

struct FormatOption {
  std::string option;  // "--sarif"
  std::string label;   // name of the format in messages
  std::string file;    // empty: not given
};

// Returns the options in the order of the table, whether they were given or not.
std::vector<FormatOption> format_options(const Arguments& arguments);

// Returns whether some format has a file.
bool has_format_file(const Arguments& arguments);

// Returns the names of the options with commas between: "--sarif, --junit".
std::string format_option_names();

// Returns the files that a run for continuous integration writes without being asked to.
std::vector<std::string> ci_format_files();

}  // namespace launchproof::cli
