// The table of dependencies between properties, used by engines, their portfolio and the conclusion.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::verdict {

// What a proof of a property requires of another property.
enum class Needs : std::uint8_t {
  Proof,             // it is verified, or it was not asked about and is assumed
  NoCounterexample,  // no counterexample to it was found; it is assumed if it is not verified
  ProofWhereItReads  // it is verified if the proof uses a value read from memory that the launch writes
};

// The stage that decides whether a proof has what it requires.
enum class Stage : std::uint8_t {
  Engine,     // after the engine has asked everything, since it knows what its proofs use
  Conclusion  // when a result is concluded (conclude()), whichever engines produced it
};

// `property` depends on `on`.
struct RestsOn {
  Property property{};
  Property on{};
  Needs needs{};
  Stage stage{};
  Cause cause{};                // the cause of `unknown` if the requirement is not met
  std::string_view because;     // the beginning of the reason in that case
  std::string_view assumption;  // the assumption that replaces a property that was not asked about; empty:
                                // none
  std::string_view meaning;     // a sentence
};

std::span<const RestsOn> all_rests_on();

// Returns whether a proof of the property is dropped, with this cause, if another property does not hold.
bool is_voided_by(Property property, Cause cause);

}  // namespace launchproof::verdict
