// Orders terms in sorted operands.
#pragma once

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

inline bool by_id(Term a, Term b) {
  return a.id() < b.id();
}

}  // namespace launchproof::smt
