// Helpers for texts about captures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace launchproof::capture {

// The number of leading hexadecimal digits that identify a digest in texts.
inline constexpr std::size_t kShownDigest = 12;

// Returns "1 launch", "2 launches".
inline std::string plural(std::uint64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

}  // namespace launchproof::capture
