// Recorded bytes, safe to print on a terminal.
#pragma once

#include <string>

namespace launchproof::capture {

// Returns the text with control characters, and all bytes above 7F when the text is not UTF-8, as \xNN.
std::string printable(const std::string& bytes);

}  // namespace launchproof::capture
