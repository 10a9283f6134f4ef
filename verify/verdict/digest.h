// A short digest of texts, for identification and against accidents, but not against malice.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::verdict {

// Returns the 64-bit FNV-1a hash as 16 hexadecimal digits.
std::string digest(std::string_view text);

}  // namespace launchproof::verdict
