// Proposes relations between the facts of a launch that hold in that launch, as guesses of what its proof
// needs.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"

namespace launchproof::preconditions {

// How much freedom a candidate leaves. General: a relation or bound of any kind. Tight: a range small enough
// to make questions easy. AsLaunched: only values on one side of the launch's own. Pinned: none.
enum class Strength : std::uint8_t { General, Tight, AsLaunched, Pinned };

struct Candidate {
  model::Relation relation;
  // Candidates with a lower cost are tried first: weaker relations, and relations between a scalar and one
  // other fact.
  unsigned cost = 0;
  Strength strength = Strength::General;
};

// Returns one candidate for each fact, which pins it.
std::vector<Candidate> pins(const model::KernelModel& kernel, const std::vector<model::FreeFact>& free);

// Returns all candidates between these facts, including pins. Constants come from the kernel, the sizes of
// its arrays, local sizes and some powers of two. Every candidate holds for the values in `free`.
std::vector<Candidate> candidates(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                  const std::vector<model::FreeFact>& free);

}  // namespace launchproof::preconditions
