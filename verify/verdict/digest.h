// A short digest of texts: for identities and against accidents, not against malice.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::verdict {

// Returns FNV-1a of 64 bits, as 16 hexadecimal digits.
std::string digest(std::string_view text);

}  // namespace launchproof::verdict
