// Tokens of PTX (PTX ISA 9.0, chapter 4).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace launchproof::frontend::ptx {

enum class TokenKind : std::uint8_t { Word, Number, String, Mark, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // a part of the source; strings without their quotes
  unsigned line = 0;      // from 1
};

// Returns the tokens of a source, the last one of kind End. Words are opcodes with their suffixes, directives
// with their point, names and registers. The text has to outlive them. Never throws: what is no token is a
// Mark.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace launchproof::frontend::ptx
