// Which property depends on which: the one table, for engines, for the portfolio of them and for the
// conclusion.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::verdict {

// The need that a proof of a property has of another one.
enum class Needs : std::uint8_t {
  Proof,             // that it is verified, or was not asked and is assumed
  NoCounterexample,  // that no counterexample of it was found; what is not verified is assumed
  ProofWhereItReads  // that it is verified, where the proof uses a value read from memory that the launch
                     // writes
};

// The stage at which it is decided whether a proof has what it needs.
enum class Stage : std::uint8_t {
  Engine,     // when the engine has asked everything, as it knows what its proofs use
  Conclusion  // when a result is concluded (conclude()), whichever engines it comes from
};

// `property` depends on `on`.
struct RestsOn {
  Property property{};
  Property on{};
  Needs needs{};
  Stage stage{};
  Cause cause{};                // the cause of `unknown` if the need is not met
  std::string_view because;     // begins the reason then
  std::string_view assumption;  // that stands in place of what was not asked; empty: none does
  std::string_view meaning;     // a sentence
};

std::span<const RestsOn> all_rests_on();

// Returns whether a proof of the property is given up with this cause where another property fails it.
bool is_voided_by(Property property, Cause cause);

}  // namespace launchproof::verdict
