// Finds a condition on sizes and arguments that are left open under which a statement about launches holds.
//
// Launches whose truth is known steer the search: a condition must exclude each for which the statement does
// not hold, and admit one for which it does. Of the conjunctions of simple relations that do so, the cheapest
// is tried first (implicit hitting sets, as in search.h). What was proved is then made as weak as possible.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verify/model/launch_relation.h"

namespace launchproof::preconditions {

struct JudgedLaunch {
  std::vector<std::uint64_t> bits;  // the values of the open quantities, in their order
  bool holds = false;               // whether the statement was shown for this launch
};

// Returns whether the statement is proved for all launches that satisfy the relations.
using ProveUnder = std::function<bool(const std::vector<model::Relation>&)>;

// Returns relations under which `proves` succeeded; nothing if none were found in `most_attempts` calls. As
// far as the calls go, no relation can be left out and no bound can be doubled. Each launch for which the
// statement does not hold violates one of them, and at least one launch for which it holds satisfies all.
// Requires integers: sizes and by-value arguments.
std::optional<std::vector<model::Relation>> find_size_condition(const std::vector<model::Quantity>& open,
                                                                const std::vector<JudgedLaunch>& launches,
                                                                const ProveUnder& proves,
                                                                unsigned most_attempts);

}  // namespace launchproof::preconditions
