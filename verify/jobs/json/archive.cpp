#include "verify/jobs/json/archive.h"

#include <charconv>

namespace launchproof::jobs {

constexpr const char* kBytes = "bytes";

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    digits += kDigits[byte >> 4U];
    digits += kDigits[byte & 15U];
  }
  return digits;
}

std::string from_hex(const std::string& digits) {
  if (digits.size() % 2 != 0) throw std::runtime_error("the text has an odd number of hexadecimal digits");
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (const char* at = digits.data(); at != digits.data() + digits.size(); at += 2) {
    std::uint8_t byte = 0;
    const auto [end, error] = std::from_chars(at, at + 2, byte, 16);
    if (error != std::errc{} || end != at + 2)
      throw std::runtime_error("the text has no hexadecimal digit where one is due");
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

Json text_to_json(const std::string& text) {
  Json json = text;
  try {
    static_cast<void>(json.dump());
  } catch (const Json::type_error&) {
    return {{kBytes, to_hex(text)}};
  }
  return json;
}

std::string text_from_json(const Json& json) {
  return json.is_object() ? from_hex(json.at(kBytes).get<std::string>()) : json.get<std::string>();
}

}  // namespace launchproof::jobs
