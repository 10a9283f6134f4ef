// The words of a PTX file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::oracle::ptx {

struct Token {
  // Single and Double hold the bits of a float; Decimal is a double written with a point.
  enum class Kind : std::uint8_t { Name, Integer, Single, Double, String, Sign, End } kind = Kind::End;
  std::string text;          // text of a word (`ld.global.u32`, `%tid.x`, `.reg`), a string or a sign
  std::uint64_t number = 0;  // bits of a number
  std::uint32_t line = 0;

  [[nodiscard]] bool is(const char* sign) const { return kind == Kind::Sign && text == sign; }
  [[nodiscard]] bool is_word(const char* word) const { return kind == Kind::Name && text == word; }
};

// The last token is of kind End. Throws CannotJudge with the line of an invalid token.
std::vector<Token> tokens_of(const std::string& text);

}  // namespace launchproof::oracle::ptx
