// Suppressions that stand in the source of a kernel: `// launchproof-ignore[data-race]: reason`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/acceptance/suppressions.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// A comment of this form, as it stands in a source.
struct IgnoreComment {
  std::uint32_t place = 0;              // its own line, from 1
  std::uint32_t line = 0;               // the line that it is about: its own, or the next one with code
  std::vector<std::string> properties;  // names of the registry
  std::string reason;
  std::string trouble;  // why it suppresses nothing; empty: it is well formed
};

// Returns the comments of a source, in their order. One that stands behind code is about its own line, one
// that stands alone is about the next line that holds code.
std::vector<IgnoreComment> ignore_comments(std::string_view source_text);

// Adds an entry for each property of each well-formed comment of the results' sources, and the findings that
// they mean: those of the property with a place on the line in the same source. Says what is malformed in
// Suppressed::malformed. Comments of included files are not seen, as results do not hold their texts.
// Findings that an earlier entry means keep it.
void add_source_suppressions(const verdict::Results& results, Suppressed& suppressed);

// Returns whether a source of the results holds such a comment, malformed or not.
bool has_ignore_comments(const verdict::Results& results);

}  // namespace launchproof::reports
