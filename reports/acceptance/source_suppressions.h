// Suppressions in the source of a kernel: `// launchproof-ignore[data-race]: reason`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reports/acceptance/suppressions.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// A comment of this form in a source.
struct IgnoreComment {
  std::uint32_t place = 0;              // its own line, from 1
  std::uint32_t line = 0;               // the line that it applies to: its own, or the next one with code
  std::vector<std::string> properties;  // names in the registry
  std::string reason;
  std::string trouble;  // why it suppresses nothing; empty: it is well-formed
};

// Returns the comments of a source in order. A comment after code applies to its own line; a comment on a
// separate line applies to the next line with code.
std::vector<IgnoreComment> ignore_comments(std::string_view source_text);

// Adds an entry for each property of each well-formed comment in the results' sources, and the findings that
// it suppresses: those of the property in the same source that have a place on the line. Malformed comments
// go to Suppressed::malformed. Comments in included files are ignored, since results do not contain the text
// of these files. A finding that an earlier entry suppresses keeps that entry.
void add_source_suppressions(const verdict::Results& results, Suppressed& suppressed);

// Returns whether a source in the results contains such a comment, even a malformed one.
bool has_ignore_comments(const verdict::Results& results);

}  // namespace launchproof::reports
