// Relations between the facts of a launch that hold for the launch. They are guesses of what its proof needs.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// The freedom that a candidate leaves: a relation or bound of any kind, a range small enough to make
// questions easy, only values on one side of the launch's own, or nothing.
enum class Strength : std::uint8_t { General, Tight, AsLaunched, Pinned };

struct Candidate {
  model::Relation relation;
  // Candidates with a lower cost are tried first: weaker relations, and those between a scalar and one other
  // fact.
  unsigned cost = 0;
  Strength strength = Strength::General;
};

// Returns a candidate that pins each fact, and nothing else.
std::vector<Candidate> pins(const model::KernelModel& kernel, const std::vector<model::FreeFact>& free);

// Returns all candidates between these facts, pins included. Constants are those of the kernel, sizes of its
// arrays, local sizes, and some powers of two. Every one holds of the values in `free`.
std::vector<Candidate> candidates(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                  const std::vector<model::FreeFact>& free);

}  // namespace launchproof::preconditions
