// Finds the name that was meant where one is misspelt.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace launchproof::verdict {

// Returns the candidate that the fewest insertions, deletions, substitutions and swaps of neighbours turn
// `name` into (optimal string alignment distance), the first of several. Letters count without their case.
// Empty where the nearest one takes more than a third of the letters, or the name is empty.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// Returns "; did you mean `NAME`?", or nothing where no candidate is near.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace launchproof::verdict
