// A suppression file: findings that were reviewed and accepted, each with a reason and an expiry date.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/acceptance/comparison.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

inline constexpr std::string_view kSuppressionSchema = "launchproof.suppressions/1";

// A suppression applies to the findings that match every given field. `*` matches any text, `?` one
// character. A suppression in a comment of a source applies only to findings of its property on its line.
struct Suppression {
  std::string kernel;       // pattern; empty: not given
  std::string file;         // pattern for the first place of a finding, with or without its folder
  std::string property;     // its name; empty: not given
  std::string kind;         // pattern
  std::string fingerprint;  // as shown in reports; empty: not given
  std::string reason;
  std::string expires;             // the last day on which it applies, "2027-01-31", or "never"
  std::uint32_t comment_line = 0;  // line of the comment in `file`, from 1; 0: the entry is from a
                                   // suppression file
  std::uint32_t line = 0;          // the line to which the comment applies
};

// Reads suppressions. `name` is the file's name, for messages. Throws std::runtime_error with place, cause
// and remedy for another schema, an unknown key, or a missing reason or date. Unless `force` is set, also
// throws for a suppression that names no kernel, file or fingerprint and therefore matches everything.
std::vector<Suppression> read_suppressions(const std::string& text, const std::string& name, bool force);

// The outcome of applying suppressions.
struct Suppressed {
  std::vector<Suppression> entries;
  std::map<FindingNumber, std::size_t> findings;  // suppressed findings that would count, with the entry
  std::vector<std::size_t> unused;                // entries that match nothing in these results
  std::vector<std::size_t> expired;               // entries that have expired and suppress nothing
  std::vector<std::string>
      malformed;  // comments in sources that suppress nothing, with the place and the reason
};

// Applies the suppressions. `today` is "2026-11-22", in UTC.
Suppressed suppress(const verdict::Results& results, std::vector<Suppression> entries,
                    const std::string& today);

// Returns a description of an entry: "kernel `blur*`, property out-of-bounds".
std::string text_of(const Suppression& entry);

}  // namespace launchproof::reports
