// Results of convergence points of sub-groups, beyond "any value": KernelModel's Op::Collective with one of
// these as its literal. Barrier::taken then holds the operands of a work-item.
//
// Both are exact for the work-items that a question is about, and say nothing of the others, so a question
// has every model that an execution gives it: all of the sub-group reach the point in the same iteration,
// or barrier divergence is found.
#pragma once

#include <cstdint>

namespace launchproof::model {

// One value for the sub-group. The bit at a work-item's place is its vote. Taken: vote, place.
inline constexpr std::uint64_t kVotesOfSubGroup = 2;
// The operand of the work-item at the place that is asked for. Work-items that name one place get one value,
// if some work-item is there. Taken: value, own place, place that is asked for, number of places.
inline constexpr std::uint64_t kOfOtherPlace = 3;

}  // namespace launchproof::model
