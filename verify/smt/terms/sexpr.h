// Parses S-expressions as printed by SMT-LIB 2 solvers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/smt/terms/bits.h"

namespace launchproof::smt {

struct Sexpr {
  bool is_list = false;
  std::string atom;
  std::vector<Sexpr> list;
};

// Returns the expressions in `text`; nothing if parentheses or quotes are not closed, or if lists are nested
// more than 200 deep.
std::optional<std::vector<Sexpr>> parse_sexprs(std::string_view text);

// Parses true, false, #b101, #x1f, (_ bv5 8). Returns nothing for anything else, and for values that need
// more than `width` bits (0: Boolean).
std::optional<Bits> parse_value(const Sexpr& text, unsigned width);

// Parses 5, (- 5). Returns nothing for anything else, and for numbers that do not fit into 120 bits.
std::optional<SignedBits> parse_integer(const Sexpr& text);

}  // namespace launchproof::smt
