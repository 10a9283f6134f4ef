// Reads files named on the command line.
#pragma once

#include <string>

namespace launchproof::cli {

// Returns the text of a file. Throws UsageError with the cause.
std::string read_text_file(const std::string& path);

}  // namespace launchproof::cli
