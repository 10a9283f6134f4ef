// A short piece of JSON of known maximum length, written without checking the remaining room.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace launchproof::capture {

// Digits of the largest number.
inline constexpr std::size_t kMostDigits = 20;

// The caller ensures that `Room` characters suffice.
template <std::size_t Room>
class JsonPiece {
 public:
  template <std::size_t Size>
  JsonPiece& literal(const char (&text)[Size]) {
    std::memcpy(d_end, text, Size - 1);
    d_end += Size - 1;
    return *this;
  }
  JsonPiece& number(std::uint64_t value) {
    if (value < 10) {
      *d_end++ = static_cast<char>('0' + value);
    } else {
      d_end = std::to_chars(d_end, d_text + Room, value).ptr;
    }
    return *this;
  }
  // Appends two digits for each byte.
  JsonPiece& hex(std::string_view bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    for (const char byte : bytes) {
      const auto code = static_cast<unsigned char>(byte);
      *d_end++ = kDigits[code >> 4U];
      *d_end++ = kDigits[code & 15U];
    }
    return *this;
  }
  std::string_view str() const { return {d_text, static_cast<std::size_t>(d_end - d_text)}; }

 private:
  char d_text[Room];
  char* d_end = d_text;
};

}  // namespace launchproof::capture
