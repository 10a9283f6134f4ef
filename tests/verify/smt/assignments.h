// Decides small questions without a solver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// Returns whether some assignment of these variables satisfies the conjuncts, by trying all of them. Booleans
// count as one bit; the variables may have at most 20 bits together.
inline bool has_assignment(const std::vector<Term>& conjuncts, const std::vector<Term>& variables) {
  const auto bits = [](Term variable) { return std::max(1U, variable.width()); };
  unsigned all = 0;
  for (const Term variable : variables) all += bits(variable);
  for (std::uint64_t assignment = 0; assignment < std::uint64_t{1} << all; ++assignment) {
    Model model;
    std::uint64_t rest = assignment;
    for (const Term variable : variables) {
      model.set(variable, rest & ((std::uint64_t{1} << bits(variable)) - 1));
      rest >>= bits(variable);
    }
    if (std::ranges::all_of(conjuncts, [&](Term one) { return model.evaluate(one) != 0; })) return true;
  }
  return false;
}

}  // namespace launchproof::smt
