// Results of convergence points of sub-groups, beyond "any value": KernelModel's Op::Collective with one of
// the first two as its literal, or, for sub-groups and groups, with one of the last two. Barrier::taken then
// holds the operands of a work-item.
//
// They are exact for the work-items that a question is about, and say nothing of the others, so a question
// has every model that an execution gives it: all of the sub-group reach the point in the same iteration,
// or barrier divergence is found.
//
// An Op::SubGroup that is a SubGroupValue::Result has any of them as the lowest byte of its literal, and what
// is written as "taken" as its operands, with the mask behind it where the function has one: the number of
// its fence (KernelModel::fences) plus one stands above that byte. The work-items of one mask that reach
// the function in one iteration are together there, or barrier divergence is not verified. A literal of 0
// means any value.
#pragma once

#include <cstdint>

namespace launchproof::model {

// One value for the sub-group, with one vote per bit, at the place of the work-item. Taken: vote, place.
inline constexpr std::uint64_t kVotesOfSubGroup = 2;
// The operand of the work-item at the requested place. Work-items that request the same place get the same
// value, if there is a work-item at that place. Taken: value, own place, requested place, number of places.
inline constexpr std::uint64_t kOfOtherPlace = 3;

// One value for the work-items of the mask, otherwise any. Taken: nothing.
inline constexpr std::uint64_t kOneForMask = 4;
// The places of the work-items that pass the same value. Taken: value, own place.
inline constexpr std::uint64_t kMatchingPlaces = 5;
// One value for the work-items that are together at the call, which need not be all that reach it. The bit
// at a work-item's place is its vote, and zero for those that are not there. Taken: vote, own place.
inline constexpr std::uint64_t kVotesOfThosePresent = 6;

// The sum of the integers that work-items at lower places pass, and the same with the own one; it wraps. The
// place is the linear local id in a group, and the place in a sub-group. Taken: value.
inline constexpr std::uint64_t kSumOfLowerPlaces = 7;
inline constexpr std::uint64_t kSumUpToOwnPlace = 8;

constexpr bool is_sum_of_places(std::uint64_t literal) {
  return literal == kSumOfLowerPlaces || literal == kSumUpToOwnPlace;
}

// Returns what is exchanged, and the number of the fence plus one, 0 where there is no mask.
constexpr std::uint64_t what_of(std::uint64_t literal) {
  return literal & 0xff;
}
constexpr std::uint64_t fence_of(std::uint64_t literal) {
  return literal >> 8;
}
constexpr std::uint64_t literal_of(std::uint64_t what, std::uint64_t fence) {
  return what | fence << 8;
}

}  // namespace launchproof::model
