// Divides a hard question into two smaller ones.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

struct Halves {
  std::vector<Term> with, without;  // the condition is the last conjunct of each
};

// Divides a question by a condition that decides much of it, such as the condition of a choice that is used
// in many places. The question has a model if and only if one of the halves has one. In each half, all
// occurrences of the condition are replaced by true, or by false. Tries the conditions that are used most and
// takes the one that gives the smallest halves (lookahead; Heule, Kullmann, Wieringa and Biere, "Cube and
// Conquer", HVC 2011). Returns nothing if no condition makes the halves smaller by a tenth on average, or if
// the question is too large to try.
std::optional<Halves> halves(TermStore& store, std::span<const Term> conjuncts);

}  // namespace launchproof::smt
