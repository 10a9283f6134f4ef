// The baseline and the suppressions named on the command line.
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
  // Reads the files before any other work. Throws UsageError.
  explicit AcceptanceFiles(const Arguments& arguments);

  // Returns the findings and answers in these results that the files, and comments in the sources, accept
  // today. In a first run, call keep_first() before: only a baseline that was written accepts anything.
  reports::Acceptance of(const verdict::Results& results) const;

  // Writes the baseline if it does not exist and --first-run-ok is given. Writes none, and says why, if there
  // is an error in the input, or if the results fail for any reason other than findings and undecided
  // answers. Returns false, after a message, if the baseline could not be written.
  [[nodiscard]] bool keep_first(const verdict::Results& results, bool has_input_error);

  // Names the baseline that keep_first() wrote on `stream` (null: nowhere). Returns false, after a message,
  // if that fails.
  [[nodiscard]] bool name_first(std::FILE* stream) const;

 private:
  bool d_errors_pass = true;  // lets errors in the input pass, which make a `check` fail in any case
  bool d_unasked_fails = false;
  std::filesystem::path d_first;  // the baseline to be created; empty: none
  bool d_is_first_written = false;
  std::optional<verdict::Results> d_baseline;
  std::optional<std::vector<reports::Suppression>> d_suppressions;
};

}  // namespace launchproof::cli
