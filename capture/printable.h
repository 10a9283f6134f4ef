// Recorded bytes, safe to print on a terminal.
#pragma once

#include <string>

namespace launchproof::capture {

// Control characters, and all bytes above 7F when the text is not UTF-8, become \xNN.
std::string printable(const std::string& bytes);

}  // namespace launchproof::capture
