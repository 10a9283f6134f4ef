// Writes a question as text that any solver can read.
#pragma once

#include <span>
#include <string>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns an SMT-LIB 2 script that declares the names in the conjuncts, asserts the conjuncts and asks for
// satisfiability.
std::string question_text(std::span<const Term> conjuncts);

}  // namespace launchproof::smt
