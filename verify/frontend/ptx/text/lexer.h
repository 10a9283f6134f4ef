// Tokens of PTX (PTX ISA 9.0, chapter 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace launchproof::frontend::ptx {

enum class TokenKind : std::uint8_t { Word, Number, String, Mark, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // a part of the source; strings without their quotes
  unsigned line = 0;      // from 1
};

// Splits a source into tokens. Words are opcodes with their suffixes, directives with their point, names and
// registers. Anything else that is no token is a Mark.
class Lexer {
 public:
  // Requires that the text outlives the lexer and its tokens.
  explicit Lexer(std::string_view text) : d_text(text) {}

  // Returns the next token. At the end, returns a token of kind End for every call.
  Token next();

 private:
  char at(std::size_t distance = 0) const {
    return d_at + distance < d_text.size() ? d_text[d_at + distance] : '\0';
  }
  void skip_space();

  std::string_view d_text;
  std::size_t d_at = 0;
  unsigned d_line = 1;
};

}  // namespace launchproof::frontend::ptx
