// Relations between facts of a launch (model/launch_relation.h) as conditions in the graph.
#pragma once

#include <vector>

#include "verify/equivalence/execution/effects.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/graph/graph.h"

namespace launchproof::equivalence {

// Returns the relations of the launch as conditions of width 1. Leaves out those that need more than 64 bits,
// which only weakens what is known. Requires relations between by-value arguments and open sizes.
std::vector<Word> relation_conditions(const Launch& launch, const OpenItem& item, unsigned address_bits,
                                      Graph& graph);

}  // namespace launchproof::equivalence
