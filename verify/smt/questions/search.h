// The result of searching for a model of a kept context.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// The result of a search.
struct Search {
  std::optional<Model> model;  // has been evaluated on the context and all conjuncts
  // The solver's answer is that there is no model: the context and these conjuncts, by number, are already
  // unsatisfiable.
  std::optional<std::vector<std::size_t>> without;
};

}  // namespace launchproof::smt
