// Cases of a question: where conjuncts leave a variable a few small intervals that lie far apart.
#pragma once

#include <span>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns conjuncts of which one holds wherever all the given ones do: a variable lies in one of the
// intervals that comparisons of it plus a constant with a constant leave. `x + 6 < 5121`, signed, and `4 <=
// x` are either a small x or one for which x + 6 wraps. In each case x has few bits, in both together as many
// as its type. The case that is nearest to 0 comes first. Empty: there is nothing to tell apart.
std::vector<Term> cases(TermStore& store, std::span<const Term> conjuncts);

}  // namespace launchproof::smt
