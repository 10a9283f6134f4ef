#include "reports/words/paint.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "reports/words/words.h"

namespace launchproof::reports {
namespace {

struct CodeRange {
  std::uint32_t first;
  std::uint32_t last;
};

// The common blocks of Unicode's width properties; ambiguous ones count as one column.
constexpr std::array<CodeRange, 5> kNone{
    {{0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};
constexpr std::array<CodeRange, 8> kWide{{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0x1F300, 0x1FAFF}}};

template <std::size_t N>
bool within(const std::array<CodeRange, N>& ranges, std::uint32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

// Returns the number of bytes of the character that begins with `first`, in valid UTF-8.
std::size_t length_of(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 3 : 4;
}

// Removes one character of valid UTF-8 from the front and returns its columns.
std::size_t take(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = length_of(first);
  std::uint32_t code = length == 1 ? first : first & (0x7FU >> length);
  for (std::size_t i = 1; i < length && i < text.size(); ++i) {
    code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  text.remove_prefix(std::min(length, text.size()));
  if (within(kNone, code)) return 0;
  return within(kWide, code) ? 2 : 1;
}

}  // namespace

Style style_of(verdict::Verdict verdict) {
  switch (verdict) {
    case verdict::Verdict::Verified:
      return Style::Good;
    case verdict::Verdict::Error:
    case verdict::Verdict::Defect:
      return Style::Bad;
    case verdict::Verdict::PossibleDefect:
      return Style::Doubtful;
    case verdict::Verdict::Unsupported:
    case verdict::Verdict::Unknown:
    case verdict::Verdict::ProbablyEqual:
      return Style::Note;
    case verdict::Verdict::NotAsked:
      return Style::Faint;
  }
  return Style::Plain;
}

std::string Paint::operator()(Style style, std::string_view text) const {
  if (!d_colours || style == Style::Plain || text.empty()) return std::string(text);
  const char* code = "";
  switch (style) {
    case Style::Plain:
      break;
    case Style::Bold:
      code = "1";
      break;
    case Style::Faint:
      code = "2";
      break;
    case Style::Good:
      code = "32";
      break;
    case Style::Bad:
      code = "1;31";
      break;
    case Style::Doubtful:
      code = "1;33";
      break;
    case Style::Note:
      code = "1;35";
      break;
  }
  return std::string("\x1b[") + code + "m" + std::string(text) + "\x1b[0m";
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  while (!text.empty()) count += take(text);
  return count;
}

std::string cut(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  const std::size_t room = width > 3 ? width - 3 : 0;
  std::string_view rest = text;
  std::size_t used = 0;
  while (!rest.empty()) {
    std::string_view next = rest;
    used += take(next);
    if (used > room) break;
    rest = next;
  }
  return std::string(text.substr(0, text.size() - rest.size())) + std::string("...").substr(0, width);
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result = cut(text, width);
  const std::size_t used = columns(result);
  if (used < width) result.append(width - used, ' ');
  return result;
}

std::string one_line(std::string_view text) {
  std::string result = clean(text);
  std::replace(result.begin(), result.end(), '\n', ' ');
  std::replace(result.begin(), result.end(), '\t', ' ');
  return result;
}

}  // namespace launchproof::reports
