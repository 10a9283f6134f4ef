// Finds the values that decide something that a pass asks about. Rules only guess invariants about these.
#pragma once

#include <vector>

#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

// Returns, by value, whether something that the pass asks about is computed from it: the address of an
// access; whether a work-item reaches that access or a barrier; the operands that work-items must pass alike;
// or, in a pass over one work-item, an assertion. Stored values decide nothing, except with `Counts`, where
// they decide whether two writes store the same value.
enum class Stored : std::uint8_t { Ignored, Counts };
std::vector<bool> relevant_values(const Setting& setting, Pairing pairing, const Memory& memory,
                                  Stored stored = Stored::Ignored);

// Returns whether values read from memory that the launch writes may decide something that the pass asks
// about. `judges_pairs` says that it also judges assertions that compare two work-items.
bool equal_reads_matter(const Setting& setting, const Setting& of_equal_reads, Pairing pairing,
                        const std::vector<symbolic::WorkItem>& items, bool judges_pairs);

}  // namespace launchproof::two_thread
