// Finds preprocessor directives in a program's text without preprocessing it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::capture {

struct Directive {
  std::string name;       // "if", "define"; empty: a `#` alone
  std::string rest;       // the text after the name, on one line, with each comment replaced by a blank
  std::size_t begin = 0;  // byte offset of the `#`
  std::size_t end = 0;    // byte offset of the line break that ends it, or of the end of the text
  unsigned line = 0;      // line of the `#`, from 1
};

// Returns all directives in the order of the text, including those in branches that are not taken.
std::vector<Directive> directives_in(std::string_view text);

// Returns whether directives_in() reads the text the way every compiler does, because the text has no
// trigraph, digraph or raw string.
bool is_plain_text(std::string_view text);

bool begins_conditional(std::string_view name);  // `if` and similar directives
bool is_alternative(std::string_view name);      // `elif`, `elifdef` or `elifndef`, not `else`

// Returns the text with one conditional fixed: the directive in `line` is replaced so that its condition is
// `holds`. Lines keep their numbers. Returns the text unchanged if no conditional begins in that line.
std::string with_decided(std::string_view text, unsigned line, bool holds);

// Returns the line where the conditional in `line` begins and the lines of all its alternatives except
// `else`. Returns nothing if no conditional begins there.
std::vector<unsigned> lines_of_conditional(std::string_view text, unsigned line);

}  // namespace launchproof::capture
