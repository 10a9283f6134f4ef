#include "verify/frontend/ptx/text/lexer.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace launchproof::frontend::ptx {
namespace {

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
}

}  // namespace

void Lexer::skip_space() {
  while (d_at < d_text.size()) {
    if (at() == '\n') {
      ++d_line;
      ++d_at;
    } else if (std::isspace(static_cast<unsigned char>(at())) != 0) {
      ++d_at;
    } else if (at() == '/' && at(1) == '/') {
      d_at = std::min(d_text.find('\n', d_at), d_text.size());
    } else if (at() == '/' && at(1) == '*') {
      const std::size_t end = std::min(d_text.find("*/", d_at + 2), d_text.size());
      d_line += static_cast<unsigned>(std::count(d_text.begin() + static_cast<std::ptrdiff_t>(d_at),
                                                 d_text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      d_at = std::min(end + 2, d_text.size());
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_space();
  Token token{TokenKind::End, {}, d_line};
  // Drivers end the text with a NUL.
  if (d_at >= d_text.size() || at() == '\0') return token;
  const std::size_t begin = d_at;
  if (at() == '"') {
    const std::size_t end = d_text.find_first_of("\"\n", begin + 1);
    if (end == std::string_view::npos || d_text[end] == '\n') {
      ++d_at;
      return {TokenKind::Mark, d_text.substr(begin, 1), d_line};
    }
    d_at = end + 1;
    return {TokenKind::String, d_text.substr(begin + 1, end - begin - 1), d_line};
  }
  const bool is_number = std::isdigit(static_cast<unsigned char>(at())) != 0;
  if (!is_number && !is_of_word(at())) {
    ++d_at;
    return {TokenKind::Mark, d_text.substr(begin, 1), d_line};
  }
  // A suffix may hold two colons: `.shared::cta`.
  while (is_of_word(at()) || (!is_number && at() == ':' && at(1) == ':')) d_at += at() == ':' ? 2 : 1;
  // No space is required between a directive and the type after it: `.reg.b16`.
  constexpr std::string_view kRegister = ".reg";
  const std::string_view word = d_text.substr(begin, d_at - begin);
  if (word.starts_with(kRegister) && word.substr(kRegister.size()).starts_with('.'))
    d_at = begin + kRegister.size();
  return {is_number ? TokenKind::Number : TokenKind::Word, d_text.substr(begin, d_at - begin), d_line};
}

}  // namespace launchproof::frontend::ptx
