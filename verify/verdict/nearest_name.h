// Finds the intended name for a misspelt one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace launchproof::verdict {

// Returns the candidate into which `name` can be turned with the fewest insertions, deletions, substitutions
// and swaps of neighbours (optimal string alignment distance), the first one of several. Ignores case.
// Returns an empty text if the nearest candidate takes more edits than a third of the letters, or if the name
// is empty.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

// Returns "; did you mean `NAME`?", or an empty text if no candidate is near.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace launchproof::verdict
