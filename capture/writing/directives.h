// The preprocessor's directives in a program's text, without preprocessing it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::capture {

struct Directive {
  std::string name;       // "if", "define"; empty: a `#` alone
  std::string rest;       // what follows the name, in one line, each comment as one blank
  std::size_t begin = 0;  // of the `#`, in bytes
  std::size_t end = 0;    // of the line break that ends it, or of the text
  unsigned line = 0;      // of the `#`, from 1
};

// Returns every directive in the order of the text, those of branches that are not taken included.
std::vector<Directive> directives_in(std::string_view text);

// Returns whether directives_in() reads the text as every compiler does: it holds no trigraph, digraph or raw
// string.
bool is_plain_text(std::string_view text);

bool begins_conditional(std::string_view name);  // `if` and its like
bool is_alternative(std::string_view name);      // `elif`, `elifdef` or `elifndef`, not `else`

// Returns the text with one conditional decided: the directive in `line` holds as `holds` says, whatever its
// condition. Lines keep their numbers. Returns the text unchanged if no conditional begins in that line.
std::string with_decided(std::string_view text, unsigned line, bool holds);

// Returns the lines of the conditional that begins in `line` and of each of its alternatives except `else`.
// Returns none if no conditional begins there.
std::vector<unsigned> lines_of_conditional(std::string_view text, unsigned line);

}  // namespace launchproof::capture
