// Finds models of questions whose large conjuncts use values that hardly anything else constrains.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns the conjuncts with few nodes. Returns nothing if no conjunct has many nodes, since there is nothing
// to gain.
std::vector<Term> small_conjuncts(std::span<const Term> conjuncts);

// Several times, draws random values for everything that the small conjuncts do not mention, and returns the
// first resulting model of all conjuncts. `of_small` is a model of `small`, which are some of the conjuncts.
// If nothing is returned, the question may still have a model. This decides, for example, whether two
// work-items store the same bytes of a cipher: nearly all contents distinguish them, and no solver has to
// invert the cipher. The random numbers are the same in every run.
std::optional<Model> draw_values(std::span<const Term> conjuncts, std::span<const Term> small,
                                 const Model& of_small);

}  // namespace launchproof::smt
