// The statements of a C-like source, found without a compiler: enough to say where a line may be inserted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::repair {

inline constexpr std::size_t kNoStatement = static_cast<std::size_t>(-1);

// A stretch of the text, in bytes; `end` is after its last byte.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool contains(std::size_t offset) const { return begin <= offset && offset < end; }
};

// Words, numbers, literals and punctuators. Comments and preprocessor lines are not tokens.
struct Token {
  Stretch at;
  bool is_word = false;  // an identifier or keyword
};

enum class StatementKind : std::uint8_t { Simple, Block, If, Loop, Switch };

struct Statement {
  StatementKind kind = StatementKind::Simple;
  Stretch at;
  Stretch condition;                  // the text in the parentheses of If, Loop and Switch
  std::size_t parent = kNoStatement;  // kNoStatement: the body of a function
  std::vector<std::size_t> children;  // Block: its statements; If: the branches; Loop, Switch: the body
};

class SourceTree {
 public:
  // Reads any text. Parts that are not understood have no statements.
  explicit SourceTree(std::string text);

  const std::string& text() const { return d_text; }
  const std::vector<Token>& tokens() const { return d_tokens; }
  const Statement& statement(std::size_t number) const { return d_statements[number]; }
  std::size_t size() const { return d_statements.size(); }

  std::string_view text(const Stretch& at) const;
  std::string_view text(const Token& token) const { return text(token.at); }

  // Returns the offset of a place that is counted from 1, in bytes; nothing where the text has no such place.
  std::optional<std::size_t> offset(std::uint32_t line, std::uint32_t column) const;
  std::uint32_t line(std::size_t offset) const;  // from 1
  // Returns the line's number in the text that this one was made of, for titles; the line itself where
  // number_lines() was not called.
  std::uint32_t shown_line(std::size_t offset) const;
  // Records the edits by which this text was made from another.
  void number_lines(const std::vector<verdict::SourceEdit>& edits) { d_edits = edits; }
  // Returns the offset at which the line that holds the given offset begins.
  std::size_t line_begin(std::size_t offset) const;
  // Returns the blanks at the start of that line.
  std::string indentation(std::size_t offset) const;
  bool begins_its_line(std::size_t offset) const;

  // Returns the innermost statement that holds the offset, or kNoStatement.
  std::size_t innermost(std::size_t offset) const;
  // Returns the statement and all around it, outward.
  std::vector<std::size_t> chain(std::size_t statement) const;
  // Returns the number of the first token at or after the offset.
  std::size_t token_at(std::size_t offset) const;
  // Returns the token that closes the bracket at token number `open`, or tokens().size().
  std::size_t closing(std::size_t open) const;

 private:
  void scan();
  void parse_file();
  std::size_t parse_statement(std::size_t& at, std::size_t parent);
  std::size_t parse_block(std::size_t& at, std::size_t parent);
  bool is(std::size_t token, std::string_view text) const;
  std::size_t add(StatementKind kind, std::size_t first_token, std::size_t parent);

  std::string d_text;
  std::vector<std::size_t> d_lines;  // where each begins
  std::vector<Token> d_tokens;
  std::vector<Statement> d_statements;
  std::vector<verdict::SourceEdit> d_edits;
  unsigned d_depth = 0;
};

}  // namespace launchproof::repair
