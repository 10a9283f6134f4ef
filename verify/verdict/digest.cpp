#include "verify/verdict/digest.h"

#include <cstdint>

namespace launchproof::verdict {

std::string digest(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits.push_back(kDigits[(hash >> shift) & 15U]);
  return digits;
}

}  // namespace launchproof::verdict
