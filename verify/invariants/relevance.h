// Which values decide something that a pass asks of: of others no rule makes guesses.
#pragma once

#include <vector>

#include "verify/invariants/memory.h"

namespace launchproof::invariants {

// By value: an address of an access that the pass asks of, whether a work-item comes to that access or to a
// barrier, what work-items must hand in alike, or in a pass over one work-item what is asserted, is computed
// from it. What is only stored decides nothing, or, where it counts, whether two writes store the same.
enum class Stored : std::uint8_t { Ignored, Counts };
std::vector<bool> relevant_values(const Setting& setting, Pairing pairing, const Memory& memory,
                                  Stored stored = Stored::Ignored);

// What is read from memory that the launch writes may decide something that the pass asks. `judges_pairs`: of
// assertions that compare two.
bool equal_reads_matter(const Setting& setting, const Setting& of_equal_reads, Pairing pairing,
                        const std::vector<access::WorkItem>& items, bool judges_pairs);

}  // namespace launchproof::invariants
