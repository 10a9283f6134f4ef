// A question as text that any solver reads.
#pragma once

#include <span>
#include <string>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns a script of SMT-LIB 2 that declares what the conjuncts name, asserts them and asks for their
// satisfiability.
std::string question_text(std::span<const Term> conjuncts);

}  // namespace launchproof::smt
