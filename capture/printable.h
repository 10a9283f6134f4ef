// Makes recorded bytes safe to print on a terminal.
#pragma once

#include <string>

namespace launchproof::capture {

// Returns the text with control characters replaced by \xNN, and also all bytes above 7F if the text is not
// UTF-8.
std::string printable(const std::string& bytes);

}  // namespace launchproof::capture
