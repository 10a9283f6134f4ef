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
  // Reads the files before any work is done. Throws UsageError.
  explicit AcceptanceFiles(const Arguments& arguments);

  // Returns what the files, and comments in the sources of these results, accept of them today.
  reports::Acceptance of(const verdict::Results& results) const;

  // Writes the baseline if it does not exist and --first-run-ok is given, and names it on `stream` (null:
  // nowhere). Writes none, and says why, if the results fail for any reason other than findings and undecided
  // answers. Returns false, after a message, if the baseline could not be written.
  [[nodiscard]] bool keep_first(const verdict::Results& results, std::FILE* stream) const;

 private:
  bool d_errors_pass = true;  // those of the input, which fail a `check` whatever was before
  bool d_unasked_fails = false;
  std::filesystem::path d_first;  // the baseline that is to be made; empty: none
  std::optional<verdict::Results> d_baseline;
  std::optional<std::vector<reports::Suppression>> d_suppressions;
};

}  // namespace launchproof::cli
