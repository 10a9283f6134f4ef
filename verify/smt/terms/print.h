// SMT-LIB 2 text of single operations; what an operand is called is the caller's business.
#pragma once

#include <functional>
#include <string>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

std::string sort_text(unsigned width);                 // "Bool", "(_ BitVec 32)"
std::string literal_text(Bits value, unsigned width);  // "#x0000001f", "#b101"
// Returns the operation at the top of `term`, not a variable; functions are named by `function`.
std::string operation_text(Term term, const std::function<std::string(Term)>& operand,
                           const std::function<std::string(Term)>& function);

}  // namespace launchproof::smt
