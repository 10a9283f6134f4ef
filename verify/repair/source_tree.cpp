#include "verify/repair/source_tree.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace launchproof::repair {
namespace {

constexpr unsigned kMostDepth = 200;  // nesting depth of statements

bool is_word_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

// Punctuators of more than one byte, the longest first.
constexpr std::array<std::string_view, 23> kLong{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                                 "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                                 "*=",  "/=",  "%=",  "&=", "|=", "^=", "::"};

}  // namespace

SourceTree::SourceTree(std::string text) : d_text(std::move(text)) {
  d_lines.push_back(0);
  for (std::size_t i = 0; i < d_text.size(); ++i)
    if (d_text[i] == '\n') d_lines.push_back(i + 1);
  scan();
  parse_file();
}

std::string_view SourceTree::text(const Stretch& at) const {
  return std::string_view(d_text).substr(at.begin, at.end - at.begin);
}

std::optional<std::size_t> SourceTree::offset(std::uint32_t line, std::uint32_t column) const {
  if (line == 0 || line > d_lines.size()) return std::nullopt;
  const std::size_t begin = d_lines[line - 1];
  const std::size_t end = line < d_lines.size() ? d_lines[line] : d_text.size();
  const std::size_t at = begin + (column == 0 ? 0 : column - 1);
  if (at >= end) return std::nullopt;
  return at;
}

std::uint32_t SourceTree::line(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(d_lines, offset);
  return static_cast<std::uint32_t>(after - d_lines.begin());
}

std::uint32_t SourceTree::shown_line(std::size_t offset) const {
  const std::int64_t here = line(offset);
  std::int64_t shift = 0;  // shift of line numbers by the edits so far
  for (const verdict::SourceEdit& edit : d_edits) {
    const auto inserted = static_cast<std::int64_t>(edit.inserted.size());
    const std::int64_t begin = static_cast<std::int64_t>(edit.line) + shift;
    if (here < begin) break;
    if (here < begin + inserted) return edit.line;
    shift += inserted - static_cast<std::int64_t>(edit.removed);
  }
  return static_cast<std::uint32_t>(here - shift);
}

std::size_t SourceTree::line_begin(std::size_t offset) const {
  return d_lines[line(offset) - 1];
}

std::string SourceTree::indentation(std::size_t offset) const {
  const std::size_t begin = line_begin(offset);
  std::size_t end = begin;
  while (end < d_text.size() && (d_text[end] == ' ' || d_text[end] == '\t')) ++end;
  return d_text.substr(begin, end - begin);
}

bool SourceTree::begins_its_line(std::size_t offset) const {
  for (std::size_t i = line_begin(offset); i < offset; ++i)
    if (d_text[i] != ' ' && d_text[i] != '\t') return false;
  return true;
}

void SourceTree::scan() {
  bool at_line_start = true;
  for (std::size_t i = 0; i < d_text.size();) {
    const char c = d_text[i];
    if (is_blank(c)) {
      at_line_start = at_line_start || c == '\n';
      ++i;
      continue;
    }
    const std::string_view rest = std::string_view(d_text).substr(i);
    if (rest.starts_with("//")) {
      i = std::min(d_text.find('\n', i), d_text.size());
      continue;
    }
    if (rest.starts_with("/*")) {
      const std::size_t end = d_text.find("*/", i + 2);
      i = end == std::string::npos ? d_text.size() : end + 2;
      continue;
    }
    if (c == '#' && at_line_start) {
      while (i < d_text.size() && d_text[i] != '\n') i += d_text[i] == '\\' ? 2 : 1;
      i = std::min(i, d_text.size());
      continue;
    }
    at_line_start = false;
    const std::size_t begin = i;
    if (c == '"' || c == '\'') {
      for (++i; i < d_text.size() && d_text[i] != c && d_text[i] != '\n'; ++i)
        if (d_text[i] == '\\') ++i;
      i = std::min(i + 1, d_text.size());
      d_tokens.push_back({{begin, i}, false});
      continue;
    }
    if (is_word_byte(c)) {
      const bool is_number = std::isdigit(static_cast<unsigned char>(c)) != 0;
      while (i < d_text.size() && (is_word_byte(d_text[i]) || (is_number && d_text[i] == '.'))) ++i;
      d_tokens.push_back({{begin, i}, !is_number});
      continue;
    }
    const auto* const found =
        std::ranges::find_if(kLong, [&](std::string_view one) { return rest.starts_with(one); });
    i += found == kLong.end() ? 1 : found->size();
    d_tokens.push_back({{begin, i}, false});
  }
}

bool SourceTree::is(std::size_t token, std::string_view text) const {
  return token < d_tokens.size() && this->text(d_tokens[token]) == text;
}

std::size_t SourceTree::closing(std::size_t open) const {
  std::size_t depth = 0;
  for (std::size_t i = open; i < d_tokens.size(); ++i) {
    const std::string_view token = text(d_tokens[i]);
    if (token == "(" || token == "[" || token == "{") ++depth;
    if (token == ")" || token == "]" || token == "}") {
      if (depth <= 1) return i;
      --depth;
    }
  }
  return d_tokens.size();
}

// Visits the bodies of functions. Skips everything else in braces except namespaces and `extern "C"`.
void SourceTree::parse_file() {
  std::size_t declaration = 0;
  for (std::size_t i = 0; i < d_tokens.size();) {
    if (is(i, ";") || is(i, "}")) {
      declaration = ++i;
      continue;
    }
    if (!is(i, "{")) {
      i = is(i, "(") || is(i, "[") ? std::min(closing(i), d_tokens.size() - 1) + 1 : i + 1;
      continue;
    }
    bool has_parameters = false, is_value = false;
    for (std::size_t k = declaration; k < i; ++k) {
      has_parameters = has_parameters || is(k, "(");
      is_value = is_value || is(k, "=");
    }
    const bool opens = is(declaration, "namespace") || (is(declaration, "extern") && i == declaration + 2);
    if (opens) {
      declaration = ++i;
    } else if (has_parameters && !is_value) {
      parse_block(i, kNoStatement);
      declaration = i;
    } else {
      i = std::min(closing(i), d_tokens.size() - 1) + 1;
    }
  }
}

std::size_t SourceTree::add(StatementKind kind, std::size_t first_token, std::size_t parent) {
  Statement statement;
  statement.kind = kind;
  statement.at = d_tokens[first_token].at;
  statement.parent = parent;
  d_statements.push_back(std::move(statement));
  return d_statements.size() - 1;
}

std::size_t SourceTree::parse_block(std::size_t& at, std::size_t parent) {
  const std::size_t block = add(StatementKind::Block, at, parent);
  ++at;
  while (at < d_tokens.size() && !is(at, "}")) {
    const std::size_t child = parse_statement(at, block);
    d_statements[block].children.push_back(child);
  }
  const std::size_t last = std::min(at, d_tokens.size() - 1);
  d_statements[block].at.end = d_tokens[last].at.end;
  ++at;
  return block;
}

std::size_t SourceTree::parse_statement(std::size_t& at, std::size_t parent) {
  const std::size_t first = at;
  const auto finish = [&](std::size_t statement) {
    const std::size_t last = std::min(std::max(at, first + 1), d_tokens.size()) - 1;
    d_statements[statement].at.end = d_tokens[last].at.end;
    --d_depth;
    return statement;
  };
  ++d_depth;
  while (is(at, "__attribute__") && is(at + 1, "(")) at = closing(at + 1) + 1;
  if (at >= d_tokens.size() || d_depth > kMostDepth) {
    at = d_tokens.size();
    return finish(add(StatementKind::Simple, first, parent));
  }
  if (is(at, "{")) {
    const std::size_t block = parse_block(at, parent);
    return finish(block);
  }
  const auto body = [&](std::size_t statement) {
    if (at >= d_tokens.size() || is(at, "}")) return;
    const std::size_t child = parse_statement(at, statement);
    d_statements[statement].children.push_back(child);
  };
  const bool is_if = is(at, "if"), is_switch = is(at, "switch");
  if (is_if || is_switch || is(at, "for") || is(at, "while")) {
    StatementKind kind = StatementKind::Loop;
    if (is_if) kind = StatementKind::If;
    if (is_switch) kind = StatementKind::Switch;
    const std::size_t statement = add(kind, first, parent);
    ++at;
    while (at < d_tokens.size() && !is(at, "(")) ++at;  // `if constexpr`, macros
    const std::size_t close = closing(at);
    if (close < d_tokens.size())
      d_statements[statement].condition = {d_tokens[at].at.end, d_tokens[close].at.begin};
    at = std::min(close, d_tokens.size() - 1) + 1;
    body(statement);
    if (is_if && is(at, "else")) {
      ++at;
      body(statement);
    }
    return finish(statement);
  }
  if (is(at, "do")) {
    const std::size_t statement = add(StatementKind::Loop, first, parent);
    ++at;
    body(statement);
    while (at < d_tokens.size() && !is(at, ";") && !is(at, "}")) at = is(at, "(") ? closing(at) + 1 : at + 1;
    if (is(at, ";")) ++at;
    return finish(statement);
  }
  const std::size_t statement = add(StatementKind::Simple, first, parent);
  const bool is_case = is(at, "case") || is(at, "default");
  while (at < d_tokens.size() && !is(at, "}")) {
    if (is(at, "(") || is(at, "[") || is(at, "{")) {
      at = std::min(closing(at), d_tokens.size() - 1) + 1;
      continue;
    }
    const bool ends = is(at, ";") || (is_case && is(at, ":"));
    ++at;
    if (ends) break;
  }
  return finish(statement);
}

std::size_t SourceTree::innermost(std::size_t offset) const {
  // Statements are listed before their children.
  std::size_t found = kNoStatement;
  for (std::size_t i = 0; i < d_statements.size(); ++i)
    if (d_statements[i].at.contains(offset)) found = i;
  return found;
}

std::vector<std::size_t> SourceTree::chain(std::size_t statement) const {
  std::vector<std::size_t> all;
  for (; statement != kNoStatement; statement = d_statements[statement].parent) all.push_back(statement);
  return all;
}

std::size_t SourceTree::token_at(std::size_t offset) const {
  const auto found =
      std::ranges::partition_point(d_tokens, [&](const Token& token) { return token.at.end <= offset; });
  return static_cast<std::size_t>(found - d_tokens.begin());
}

}  // namespace launchproof::repair
