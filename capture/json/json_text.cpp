#include "capture/json/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "capture/files/sha256.h"

namespace launchproof::capture {
namespace {

// Returns the length of the well-formed UTF-8 sequence at the front (Unicode, table 3-7), or 0 if there is
// none.
std::size_t sequence_length(std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (first == 0xE0) low = 0xA0;
  if (first == 0xED) high = 0x9F;
  if (first == 0xF0) low = 0x90;
  if (first == 0xF4) high = 0x8F;
  if (byte(1) < low || byte(1) > high) return 0;
  if (first >= 0xE0 && first <= 0xEF) return continues(2) ? 3 : 0;
  if (first >= 0xF0 && first <= 0xF4) return continues(2) && continues(3) ? 4 : 0;
  return 0;
}

void append_escaped(std::string& text, char character) {
  const auto code = static_cast<unsigned char>(character);
  if (character == '"' || character == '\\') {
    text += '\\';
    text += character;
  } else if (character == '\n') {
    text += "\\n";
  } else if (character == '\t') {
    text += "\\t";
  } else if (code < 0x20 || code == 0x7F) {
    text += "\\u00";
    append_hex(text, &code, 1);
  } else {
    text += character;
  }
}

bool is_plain(char character) {
  return character >= 0x20 && character < 0x7F && character != '"' && character != '\\';
}

// Tests eight bytes at once. The highest bit of each result byte says that some test holds there, or that a
// carry came from a lower byte for which a test holds.
constexpr std::uint64_t in_all(unsigned byte) {
  return std::uint64_t{byte} * 0x0101010101010101U;
}
std::uint64_t less_than(std::uint64_t word, unsigned byte) {
  return (word - in_all(byte)) & ~word;
}
bool are_plain(std::uint64_t word) {
  const std::uint64_t odd = less_than(word, 0x20) | less_than(word ^ in_all('"'), 1) |
                            less_than(word ^ in_all('\\'), 1) | less_than(word ^ in_all(0x7F), 1) | word;
  return (odd & in_all(0x80)) == 0;
}

// Written unchanged.
bool is_plain(std::string_view bytes) {
  std::uint64_t word = 0;
  while (bytes.size() >= sizeof word) {
    std::memcpy(&word, bytes.data(), sizeof word);
    if (!are_plain(word)) return false;
    bytes.remove_prefix(sizeof word);
  }
  return std::ranges::all_of(bytes, [](char character) { return is_plain(character); });
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = sequence_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

// Most of the text consists of keys.
JsonText& JsonText::key(std::string_view plain) {
  separate();
  char* const at = grow(plain.size() + 3);
  at[0] = '"';
  plain.copy(at + 1, plain.size());
  at[plain.size() + 1] = '"';
  at[plain.size() + 2] = ':';
  return *this;
}

JsonText& JsonText::text(std::string_view bytes) {
  if (is_plain(bytes)) {
    separate();
    char* const at = grow(bytes.size() + 2);
    at[0] = '"';
    bytes.copy(at + 1, bytes.size());
    at[bytes.size() + 1] = '"';
    return *this;
  }
  if (!is_utf8(bytes)) {
    begin_object().key("hex").hex(bytes.data(), bytes.size());
    return end_object();
  }
  separate();
  d_text += '"';
  for (const char character : bytes) append_escaped(d_text, character);
  d_text += '"';
  return *this;
}

JsonText& JsonText::hex(const void* bytes, std::size_t size) {
  separate();
  d_text += '"';
  append_hex(d_text, bytes, size);
  d_text += '"';
  return *this;
}

JsonText& JsonText::number(std::uint64_t value) {
  separate();
  if (value < 10) {
    d_text += static_cast<char>('0' + value);
    return *this;
  }
  char digits[20];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value);
  d_text.append(digits, end.ptr);
  return *this;
}

JsonText& JsonText::boolean(bool value) {
  separate();
  d_text += value ? "true" : "false";
  return *this;
}

JsonText& JsonText::null() {
  separate();
  d_text += "null";
  return *this;
}

}  // namespace launchproof::capture
