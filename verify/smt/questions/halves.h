// Two smaller questions in place of a hard one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

struct Halves {
  std::vector<Term> with, without;  // the condition, which stands last
};

// Divides a question by a condition that decides much of it, such as the one of a choice that is used in many
// places. The question has a model exactly when one of the halves has one. In each half the condition is
// true, or false, wherever it stood. Tries the conditions that are used most, and takes the one that leaves
// the smallest halves (lookahead; Heule, Kullmann, Wieringa and Biere, "Cube and Conquer", HVC 2011).
// Nothing: no condition makes them smaller by a tenth each on average, or the question is too large to try.
std::optional<Halves> halves(TermStore& store, std::span<const Term> conjuncts);

}  // namespace launchproof::smt
