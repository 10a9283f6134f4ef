#include "verify/frontend/cuda/alignments.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace launchproof::frontend::cuda {
namespace {

constexpr std::string_view kShared = "__shared__";
constexpr std::string_view kAlignment = "alignas";

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t after_spaces(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

// Returns the end of `alignas(...)` at this place; the place itself where there is none.
std::size_t end_of_alignment(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with(kAlignment)) return at;
  std::size_t end = after_spaces(text, at + kAlignment.size());
  if (end >= text.size() || text[end] != '(') return at;
  for (std::size_t depth = 0; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) return end + 1;
  }
  return at;
}

// Returns where a declaration that has `__shared__` at this place begins, with `extern` or `static`.
std::size_t start_of_declaration(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && is_space(text[end - 1])) --end;
  for (const std::string_view word : {std::string_view("extern"), std::string_view("static")})
    if (end < at && text.substr(0, end).ends_with(word) &&
        (end == word.size() || !is_in_word(text[end - word.size() - 1])))
      return end - word.size();
  return at;
}

}  // namespace

std::string with_alignments_first(std::string text) {
  for (std::size_t at = text.find(kShared); at != std::string::npos; at = text.find(kShared, at + 1)) {
    if (at > 0 && is_in_word(text[at - 1])) continue;
    const std::size_t first = after_spaces(text, at + kShared.size());
    const std::size_t end = end_of_alignment(text, first);
    if (end == first || first == at + kShared.size()) continue;
    const std::size_t start = start_of_declaration(text, at);
    // Spaces between the two stay between them, so that no line gets another number.
    const std::string words = text.substr(start, at + kShared.size() - start);
    const std::string spaces = text.substr(at + kShared.size(), first - at - kShared.size());
    std::string moved = text.substr(first, end - first);
    moved.append(spaces).append(words);
    text.replace(start, end - start, moved);
    at = end - 1;
  }
  return text;
}

}  // namespace launchproof::frontend::cuda
