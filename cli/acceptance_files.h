// The baseline and the suppressions that the command line names.
#pragma once

#include <optional>
#include <vector>

#include "cli/options.h"
#include "reports/acceptance.h"

namespace launchproof::cli {

class AcceptanceFiles {
 public:
  // Reads them, before anything is done. Throws UsageError.
  explicit AcceptanceFiles(const Arguments& arguments);

  // What they let pass of these results, today.
  reports::Acceptance of(const verdict::Results& results) const;

 private:
  bool d_errors_pass = true;  // those of the input, which fail a `check` whatever was before
  bool d_unasked_fails = false;
  std::optional<verdict::Results> d_baseline;
  std::optional<std::vector<reports::Suppression>> d_suppressions;
};

}  // namespace launchproof::cli
