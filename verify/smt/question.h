// What every solver does around its own work: the symbols of a question, and the check of a model.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/solver.h"

namespace launchproof::smt {

struct Symbols {
  std::vector<Term> variables;
  std::vector<Term> applications;
};

Symbols symbols_of(std::span<const Term> conjuncts);

// Answers without a solver: Unsat when a conjunct is `false`, Sat when all are `true`; else Unknown with no
// reason.
Answer trivial_answer(std::span<const Term> conjuncts, const std::string& solver);

Answer unknown(std::string reason, const std::string& solver);
// Sat when the model satisfies every conjunct, else Unknown "model does not fit".
Answer checked(Model model, std::span<const Term> conjuncts, const std::string& solver);

}  // namespace launchproof::smt
