#include "tests/oracle/ptx/lexer.h"

#include <cctype>
#include <charconv>
#include <system_error>

#include "tests/oracle/errors.h"
#include "tests/oracle/scalar.h"

namespace launchproof::oracle::ptx {

namespace {

bool begins_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
}

bool continues_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.';
}

class Lexer {
 public:
  explicit Lexer(const std::string& text) : d_text(text) {}

  std::vector<Token> run() {
    std::vector<Token> tokens;
    while (skip_blanks()) {
      tokens.push_back(next());
    }
    tokens.emplace_back().line = d_line;
    return tokens;
  }

 private:
  [[nodiscard]] char at(std::size_t ahead) const {
    return d_next + ahead < d_text.size() ? d_text[d_next + ahead] : '\0';
  }

  // Returns false at the end of the text. A NUL also ends the text.
  bool skip_blanks() {
    while (at(0) != '\0') {
      if (at(0) == '/' && at(1) == '/') {
        while (at(0) != '\0' && at(0) != '\n') ++d_next;
      } else if (at(0) == '/' && at(1) == '*') {
        const std::size_t end = d_text.find("*/", d_next + 2);
        if (end == std::string::npos) refuse("a comment that does not end");
        while (d_next < end + 2) step();
      } else if (std::isspace(static_cast<unsigned char>(at(0))) != 0) {
        step();
      } else {
        return true;
      }
    }
    return false;
  }

  void step() {
    if (d_text[d_next++] == '\n') ++d_line;
  }

  Token next() {
    Token token;
    token.line = d_line;
    if (std::isdigit(static_cast<unsigned char>(at(0))) != 0) {
      number(token);
    } else if (begins_word(at(0))) {
      token.kind = Token::Kind::Name;
      do token.text += d_text[d_next++];
      while (continues_word(at(0)) || takes_colons(token));
    } else if (at(0) == '"') {
      token.kind = Token::Kind::String;
      const std::size_t end = d_text.find('"', d_next + 1);
      if (end == std::string::npos) refuse("a string that does not end");
      token.text = d_text.substr(d_next + 1, end - d_next - 1);
      while (d_next <= end) step();
    } else {
      token.kind = Token::Kind::Sign;
      token.text = d_text[d_next++];
    }
    return token;
  }

  // `.L2::128B` is one word; a label is followed by a single colon.
  bool takes_colons(Token& token) {
    if (at(0) != ':' || at(1) != ':' || !continues_word(at(2))) return false;
    token.text += ':';
    ++d_next;
    return true;
  }

  void number(Token& token) {
    const std::size_t begin = d_next;
    const char second = at(0) == '0' ? at(1) : '\0';
    if (second == 'f' || second == 'F' || second == 'd' || second == 'D') {
      const bool single = second == 'f' || second == 'F';
      d_next += 2;
      token.kind = single ? Token::Kind::Single : Token::Kind::Double;
      token.number = digits(16);
      return;
    }
    token.kind = Token::Kind::Integer;
    if (second == 'x' || second == 'X') {
      d_next += 2;
      token.number = digits(16);
    } else if (second == 'b' || second == 'B') {
      d_next += 2;
      token.number = digits(2);
    } else {
      while (std::isdigit(static_cast<unsigned char>(at(0))) != 0) ++d_next;
      if (at(0) == '.' || at(0) == 'e' || at(0) == 'E') {
        while (continues_word(at(0)) ||
               ((at(0) == '-' || at(0) == '+') && std::tolower(d_text[d_next - 1]) == 'e'))
          ++d_next;
        token.kind = Token::Kind::Double;
        token.number = bits_of(std::stod(d_text.substr(begin, d_next - begin)));
        return;
      }
      d_next = begin;
      token.number = digits(at(0) == '0' ? 8 : 10);
    }
    if (at(0) == 'U' || at(0) == 'u') ++d_next;
  }

  std::uint64_t digits(unsigned base) {
    const std::size_t begin = d_next;
    while (std::isxdigit(static_cast<unsigned char>(at(0))) != 0) ++d_next;
    const std::string text = d_text.substr(begin, d_next - begin);
    std::uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, static_cast<int>(base));
    if (error == std::errc() && end == text.data() + text.size()) return value;
    refuse("'" + text + "' is no number");
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw CannotJudge{"line " + std::to_string(d_line) + ": " + what};
  }

  const std::string& d_text;
  std::size_t d_next = 0;
  std::uint32_t d_line = 1;
};

}  // namespace

std::vector<Token> tokens_of(const std::string& text) {
  return Lexer(text).run();
}

}  // namespace launchproof::oracle::ptx
