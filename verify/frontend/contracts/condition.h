// Formulas of contracts as conditions of the kernel's language.
#pragma once

#include <map>
#include <set>
#include <string>

#include "verify/frontend/contracts/formula.h"

namespace launchproof::frontend {

// The meaning of names that a contract introduces.
struct ContractNames {
  std::map<std::string, Formula> values;      // logical values that another one defines
  std::map<std::string, std::string> arrays;  // logical arrays: the parameter whose memory they are before
};

// Returns the condition for `__requires`. Throws FormulaError for a formula about memory, and for one with
// quantifiers over integers.
std::string precondition_of(const Formula& formula, const ContractNames& names);

// Returns the condition for `__postcondition`: quantifiers become loops between the bounds that the
// formula states, and what it says of the ids of a thread it says of every thread. Throws FormulaError for
// a formula that is not understood, such as one with a quantifier without bounds.
std::string postcondition_of(const Formula& formula, const ContractNames& names);

}  // namespace launchproof::frontend
