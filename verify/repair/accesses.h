// Accesses as the source writes them, and checks around them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "verify/repair/candidate.h"
#include "verify/repair/source_tree.h"

namespace launchproof::repair {

// An access as written in the source.
struct Subscript {
  Stretch whole;      // "a[i + 1]"
  std::string array;  // "a"
  std::string index;  // "i + 1"
};

// Returns the subscript of the array at the place, or its first one in the statement.
std::optional<Subscript> subscript_at(const SourceTree& tree, std::size_t place, const Stretch& statement,
                                      const std::string& array);

// Returns the edit that adds `if (condition)` before the statement, on its own line if the statement has one.
TextEdit guarded(const SourceTree& tree, const Stretch& statement, const std::string& condition);

// Returns whether guarded() means the same as the statement where the condition holds: no `else` follows,
// which would belong to the new `if`, and the statement is not several ones, separated by commas.
bool may_be_guarded(const SourceTree& tree, const Stretch& statement);

// Returns stricter forms of the comparisons that let control come to the statement, which may be off by one.
std::vector<Candidate> stricter_comparisons(const SourceTree& tree, std::size_t statement);

}  // namespace launchproof::repair
