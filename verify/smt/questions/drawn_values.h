// Models of questions whose large conjuncts speak of values that hardly anything else constrains.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::smt {

// Returns the conjuncts of few nodes. Empty where no conjunct has many, so that there is nothing to gain.
std::vector<Term> small_conjuncts(std::span<const Term> conjuncts);

// Draws values at random for whatever the small conjuncts do not speak of, several times, and returns the
// first model of all conjuncts that comes of it. `of_small` is a model of `small`, which are some of the
// conjuncts. Nothing says nothing. Whether two work-items store the same bytes of a cipher is decided so:
// nearly all contents tell them apart, and no solver has to invert the cipher. The numbers drawn are the same
// in every run.
std::optional<Model> draw_values(std::span<const Term> conjuncts, std::span<const Term> small,
                                 const Model& of_small);

}  // namespace launchproof::smt
