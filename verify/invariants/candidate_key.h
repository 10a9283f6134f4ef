// Which candidates of two passes say the same of one work-item.
#pragma once

#include <cstdint>

#include "verify/invariants/problem.h"
#include "verify/invariants/values.h"

namespace launchproof::invariants {

// Equal for candidates about one work-item alone that are the same formula but for the work-item, the pass,
// and the order of operands. Different ones may have the same key: it may choose what is tried first, and
// never what is believed.
std::uint64_t key_of(const Candidate& candidate, const Values& values);

}  // namespace launchproof::invariants
