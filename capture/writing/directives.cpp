#include "capture/writing/directives.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace launchproof::capture {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Walks through a text in which lines joined by a backslash count as one.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : d_text(text) { skip_splices(); }

  std::vector<Directive> scan() {
    std::vector<Directive> found;
    bool at_start = true;  // only blanks and comments on this line so far
    while (!at_end()) {
      if (skip_comment()) continue;
      const char c = d_text[d_at];
      if (c == '\n') {
        at_start = true;
        advance();
      } else if (is_blank(c)) {
        advance();
      } else if (c == '#' && at_start) {
        found.push_back(directive());
      } else {
        at_start = false;
        if (c == '"' || c == '\'')
          skip_literal(nullptr);
        else
          advance();
      }
    }
    return found;
  }

 private:
  bool at_end() const { return d_at >= d_text.size(); }

  char following() const {
    Scanner ahead = *this;
    ahead.advance();
    return ahead.at_end() ? '\0' : d_text[ahead.d_at];
  }

  void advance() {
    if (d_text[d_at] == '\n') ++d_line;
    ++d_at;
    skip_splices();
  }

  // A backslash, perhaps blanks, and a line break.
  void skip_splices() {
    while (d_at < d_text.size() && d_text[d_at] == '\\') {
      std::size_t after = d_at + 1;
      while (after < d_text.size() && is_blank(d_text[after])) ++after;
      if (after >= d_text.size() || d_text[after] != '\n') return;
      ++d_line;
      d_at = after + 1;
    }
  }

  bool skip_comment() {
    if (d_text[d_at] != '/') return false;
    const char next = following();
    if (next == '/') {
      while (!at_end() && d_text[d_at] != '\n') advance();
      return true;
    }
    if (next != '*') return false;
    advance();
    advance();
    while (!at_end() && !(d_text[d_at] == '*' && following() == '/')) advance();
    for (int i = 0; i < 2 && !at_end(); ++i) advance();
    return true;
  }

  // An unclosed one ends with its line.
  void skip_literal(std::string* into) {
    const char quote = d_text[d_at];
    const auto take = [&] {
      if (into != nullptr) *into += d_text[d_at];
      advance();
    };
    take();
    while (!at_end() && d_text[d_at] != '\n') {
      const char c = d_text[d_at];
      take();
      if (c == quote) return;
      if (c == '\\' && !at_end() && d_text[d_at] != '\n') take();
    }
  }

  Directive directive() {
    Directive result;
    result.begin = d_at;
    result.line = d_line;
    advance();
    std::string text;
    while (!at_end() && d_text[d_at] != '\n') {
      const char c = d_text[d_at];
      if (skip_comment()) {
        text += ' ';
      } else if (c == '"' || c == '\'') {
        skip_literal(&text);
      } else {
        text += is_blank(c) ? ' ' : c;
        advance();
      }
    }
    result.end = d_at;
    const std::size_t name = std::min(text.find_first_not_of(' '), text.size());
    std::size_t end = name;
    while (end < text.size() && is_word(text[end])) ++end;
    result.name = text.substr(name, end - name);
    const std::size_t rest = text.find_first_not_of(' ', end);
    if (rest != std::string::npos) result.rest = text.substr(rest, text.find_last_not_of(' ') + 1 - rest);
    return result;
  }

  std::string_view d_text;
  std::size_t d_at = 0;
  unsigned d_line = 1;
};

bool is_one_of(std::string_view name, const std::array<std::string_view, 3>& names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::vector<Directive> directives_in(std::string_view text) {
  return Scanner(text).scan();
}

bool is_plain_text(std::string_view text) {
  for (const std::string_view piece : {"?\?=", "?\?/", "%:", "R\"", "\\\f", "\\\v"})
    if (text.find(piece) != std::string_view::npos) return false;
  return text.find('\0') == std::string_view::npos;
}

bool begins_conditional(std::string_view name) {
  return is_one_of(name, {"if", "ifdef", "ifndef"});
}

bool is_alternative(std::string_view name) {
  return is_one_of(name, {"elif", "elifdef", "elifndef"});
}

std::string with_decided(std::string_view text, unsigned line, bool holds) {
  for (const Directive& one : directives_in(text)) {
    if (one.line != line || !(begins_conditional(one.name) || is_alternative(one.name))) continue;
    const std::string_view old = text.substr(one.begin, one.end - one.begin);
    std::string result(text.substr(0, one.begin));
    result += begins_conditional(one.name) ? "#if " : "#elif ";
    result += holds ? '1' : '0';
    result.append(static_cast<std::size_t>(std::ranges::count(old, '\n')), '\n');
    return result.append(text.substr(one.end));
  }
  return std::string(text);
}

std::vector<unsigned> lines_of_conditional(std::string_view text, unsigned line) {
  std::vector<unsigned> lines;
  unsigned depth = 0;  // nesting depth of conditionals in this one
  for (const Directive& one : directives_in(text)) {
    if (lines.empty()) {
      if (one.line == line && begins_conditional(one.name)) lines.push_back(line);
    } else if (begins_conditional(one.name)) {
      ++depth;
    } else if (one.name == "endif") {
      if (depth-- == 0) break;
    } else if (depth == 0 && is_alternative(one.name)) {
      lines.push_back(one.line);
    }
  }
  return lines;
}

}  // namespace launchproof::capture
