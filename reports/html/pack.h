// Compresses text for a page that decompresses it itself.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::reports {

// Returns gzip (RFC 1952) in base64 (RFC 4648), in the form that a browser's DecompressionStream("gzip")
// accepts after atob(). Throws std::runtime_error if there is not enough memory.
std::string packed(std::string_view text);

}  // namespace launchproof::reports
