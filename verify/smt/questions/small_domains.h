// Conditions over few bits, made plain by trying all values.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns the same conjuncts, in which each comparison whose variables have twelve bits together at most is
// as plain as trying all their values shows: true, false, without the variables on which it does not depend,
// or an interval of the only one. A choice by it is then one by that. The value that a conjunct gives a
// variable takes the variable's place in the others. `(gy - 256 * e) <u 32`, of five bits and one, says that
// e is 0; `((ly - 1) & 15) + 1 <u ly + 32 * gy`, of four and five, says that gy is not. Each conjunct has the
// value that it had wherever all of them hold, so that a model of these is one of those.
std::vector<Term> plain_small_domains(TermStore& store, std::span<const Term> conjuncts);

}  // namespace launchproof::smt
