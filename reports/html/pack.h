// Compresses text for a page that unpacks it by itself.
#pragma once

#include <string>
#include <string_view>

namespace launchproof::reports {

// Returns gzip (RFC 1952) in base64 (RFC 4648), as DecompressionStream("gzip") of a browser takes it after
// atob(). Throws std::runtime_error when there is no memory for it.
std::string packed(std::string_view text);

}  // namespace launchproof::reports
