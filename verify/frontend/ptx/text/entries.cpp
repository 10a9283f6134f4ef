#include "verify/frontend/ptx/text/entries.h"

#include <algorithm>

#include "verify/frontend/ptx/text/lexer.h"

namespace launchproof::frontend::ptx {
namespace {

bool is_linking(std::string_view word) {
  return word == ".visible" || word == ".weak" || word == ".extern";
}

}  // namespace

std::string only_entries(std::string_view text, const std::set<std::string>& names) {
  std::string result(text);
  const auto place_of = [&](const Token& token) {
    return static_cast<std::size_t>(token.text.data() - text.data());
  };
  Lexer lexer(text);
  std::size_t linking = std::string_view::npos;  // start of the linking directives before this token
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    if (token.text != ".entry") {
      if (!is_linking(token.text))
        linking = std::string_view::npos;
      else if (linking == std::string_view::npos)
        linking = place_of(token);
      continue;
    }
    const std::size_t begin = linking == std::string_view::npos ? place_of(token) : linking;
    linking = std::string_view::npos;
    const Token name = lexer.next();
    std::size_t depth = 0;
    Token end = lexer.next();
    for (; end.kind != TokenKind::End; end = lexer.next()) {
      if (end.text == "{") ++depth;
      if (end.text == "}" && depth > 0) --depth;
      if ((end.text == "}" || end.text == ";") && depth == 0) break;
    }
    if (end.kind == TokenKind::End) return std::string(text);
    if (names.contains(std::string(name.text))) continue;
    std::replace_if(
        result.begin() + static_cast<std::ptrdiff_t>(begin),
        result.begin() + static_cast<std::ptrdiff_t>(place_of(end) + 1), [](char c) { return c != '\n'; },
        ' ');
  }
  return result;
}

}  // namespace launchproof::frontend::ptx
