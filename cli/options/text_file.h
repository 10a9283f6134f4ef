// Reads files named on the command line.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::cli {

// Returns the text of a file, or of standard input for `-`. Throws UsageError with the cause.
std::string read_text_file(const std::string& path);

// Returns all of standard input, which is read once. Throws UsageError if it cannot be read, if it is empty,
// or if it was read for another purpose: `use` is "kernel files", for instance.
const std::string& standard_input_text(std::string_view use);

}  // namespace launchproof::cli
