// The result of the search for a model of a kept context.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// The result of a search.
struct Search {
  std::optional<Model> model;  // has been evaluated on the context and all conjuncts
  // The solver says that there is none: already the context and these conjuncts, by number, have no model.
  std::optional<std::vector<std::size_t>> without;
};

}  // namespace launchproof::smt
