// A suppression file: findings that somebody looked at and lets pass, each with a reason and an end.
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

// A finding is meant when every field that is given fits. `*` stands for any text, `?` for one character. A
// suppression that stands in a source as a comment means findings of its property on its line alone.
struct Suppression {
  std::string kernel;       // pattern; empty: not given
  std::string file;         // pattern, of the place that a finding names first, with or without its folder
  std::string property;     // its name; empty: not given
  std::string kind;         // pattern
  std::string fingerprint;  // as the reports show it; empty: not given
  std::string reason;
  std::string expires;             // the last day on which it counts, "2027-01-31", or "never"
  std::uint32_t comment_line = 0;  // of the comment in `file`, from 1; 0: it stands in a suppression file
  std::uint32_t line = 0;          // that the comment is about
};

// Reads suppressions. `name` is the file's, for messages. Throws std::runtime_error naming the place, the
// cause and the remedy: not of this schema, a key that is not known, no reason, no date; and, unless `force`,
// a suppression that names neither a kernel, nor a file, nor a fingerprint, and so matches everything.
std::vector<Suppression> read_suppressions(const std::string& text, const std::string& name, bool force);

// The outcome of applying suppressions.
struct Suppressed {
  std::vector<Suppression> entries;
  std::map<FindingNumber, std::size_t> findings;  // those that count and are meant, and by which entry
  std::vector<std::size_t> unused;                // entries that mean nothing of these results
  std::vector<std::size_t> expired;               // they let nothing pass
  std::vector<std::string>
      malformed;  // comments in sources that suppress nothing, with the place and the reason
};

// Applies the suppressions. `today` is "2026-11-22", in UTC.
Suppressed suppress(const verdict::Results& results, std::vector<Suppression> entries,
                    const std::string& today);

// Returns an entry in words: "kernel `blur*`, property out-of-bounds".
std::string text_of(const Suppression& entry);

}  // namespace launchproof::reports
