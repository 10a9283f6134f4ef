// Reads PTX (PTX ISA 9.0, chapters 4, 5 and 11).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

// Reports text that is not PTX, with the line.
class SyntaxError : public std::runtime_error {
 public:
  SyntaxError(unsigned line, const std::string& what) : std::runtime_error(what), d_line(line) {}
  unsigned line() const { return d_line; }

 private:
  unsigned d_line;
};

// Returns the module of a text. Throws SyntaxError.
Module parse(std::string_view text);

}  // namespace launchproof::frontend::ptx
