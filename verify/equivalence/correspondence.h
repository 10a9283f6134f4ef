// Determines which memory of one side corresponds to which memory of the other side.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/equivalence/side.h"

namespace launchproof::equivalence {

// LEFT=RIGHT, names of parameters. If the right name is empty, the left parameter has no counterpart and is
// not compared.
using Binding = std::pair<std::string, std::string>;

struct Correspondence {
  std::string error;               // if not empty, describes why the sides cannot be compared
  std::vector<std::string> notes;  // parameters matched by position, and memory that is not compared
};

// Fills in the names of memory and the outputs of both sides. Parameters are matched first by `bindings`,
// then by name, and the remaining ones by position. The names in one side's launches say which memory they
// share. Memory that some launch of either side writes is compared.
//
// If several parameters of one side are bound to one of the other (in place against out of place), the
// parameter that its side does not write corresponds to the memory before the launches, and the one that its
// side writes corresponds to the memory after them.
Correspondence correspond(Side& left, Side& right, const std::vector<Binding>& bindings);

// Names the memory and the values of all launches of a side after their parameters. Memory that several
// parameters share is named after the first of them. correspond() does so, too.
void name_after_parameters(Side& side);

// If the first launch of one side gives contents for a memory, uses them for the memory of the same name on
// both sides, so that both begin with the same contents. Returns the names of memory for which the sides give
// different contents; these contents are then unknown on both sides. Requires sides that correspond() has
// matched.
std::vector<std::string> share_contents(Side& left, Side& right);

}  // namespace launchproof::equivalence
