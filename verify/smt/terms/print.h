// Prints single operations as SMT-LIB 2 text. The caller decides how operands are named.
#pragma once

#include <functional>
#include <string>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

std::string sort_text(unsigned width);                 // "Bool", "(_ BitVec 32)"
std::string literal_text(Bits value, unsigned width);  // "#x0000001f", "#b101"
// Returns the operation at the top of `term`, which must not be a variable. `function` names functions.
std::string operation_text(Term term, const std::function<std::string(Term)>& operand,
                           const std::function<std::string(Term)>& function);

}  // namespace launchproof::smt
