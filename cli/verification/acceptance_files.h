// The baseline and the suppressions that the command line names.
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include "cli/options/options.h"
#include "reports/acceptance/acceptance.h"

namespace launchproof::cli {

class AcceptanceFiles {
 public:
  // Reads them, before anything is done. Throws UsageError.
  explicit AcceptanceFiles(const Arguments& arguments);

  // Returns what these files accept of the results today, and what comments in the results' sources accept.
  reports::Acceptance of(const verdict::Results& results) const;

  // Writes the baseline that did not exist, where --first-run-ok says so, and names it on `stream` (null:
  // nowhere). Says why none is written where the results are no success for another reason than findings and
  // undecided answers. Returns false, after a message, when it could not be written.
  [[nodiscard]] bool keep_first(const verdict::Results& results, std::FILE* stream) const;

 private:
  bool d_errors_pass = true;  // those of the input, which fail a `check` whatever was before
  bool d_unasked_fails = false;
  std::filesystem::path d_first;  // the baseline that is to be made; empty: none
  std::optional<verdict::Results> d_baseline;
  std::optional<std::vector<reports::Suppression>> d_suppressions;
};

}  // namespace launchproof::cli
