// Decides questions whose variables have few values, by listing the assignments that satisfy them.
#pragma once

#include <functional>
#include <span>

#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Lists the assignments that satisfy the conjuncts in a table with a row for each assignment. The table grows
// by one variable at a time: each row is repeated for each value of the variable, and a conjunct removes rows
// as soon as all of its variables have values. A variable's values are all of its width, or those below a
// term that has a value (`k <= t`), or the one that a term has (`k = t`). What a row's values imply for
// conjuncts that are still open is computed once and kept in the row. A launch with given sizes, in which one
// scalar has a few hundred values, has tables of some thousand rows, even where divisions and choices make
// the conjuncts hard for solvers.
//
// Where a few variables connect two groups of others, as a scalar connects two work-items, each group has a
// table of its own for each value of these. An equation that gives both groups the same sum joins the tables.
//
// Returns Unsat if no row is left; Sat with a model; otherwise Unknown with the reason: kOutOfWork if more
// than `most` work would be needed, or another one if more work would not help. Applications of functions
// count as variables without bounds, so that they may only be refuted. `is_cancelled` is called now and then.
Answer tabulate(std::span<const Term> conjuncts, Work most, const std::function<bool()>& is_cancelled);

}  // namespace launchproof::smt
