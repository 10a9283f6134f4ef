#include "cli/acceptance_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "cli/results_file.h"
#include "cli/verification.h"

namespace launchproof::cli {

AcceptanceFiles::AcceptanceFiles(const Arguments& arguments)
    : d_errors_pass(arguments.command != Command::Check),
      d_unasked_fails((arguments.ci || arguments.strict) && !arguments.allow_not_asked) {
  if (!arguments.baseline.empty()) {
    try {
      d_baseline = read_results(arguments.baseline).results;
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("--baseline: {}", error.what()));
    }
  }
  if (arguments.suppressions.empty()) return;
  try {
    d_suppressions = reports::read_suppressions(read_text_file(arguments.suppressions),
                                                arguments.suppressions, arguments.force);
  } catch (const std::runtime_error& error) {
    throw UsageError(fmt::format("--suppressions: {}", error.what()));
  }
}

reports::Acceptance AcceptanceFiles::of(const verdict::Results& results) const {
  reports::Acceptance acceptance;
  acceptance.unasked_fails = d_unasked_fails;
  if (d_baseline) {
    acceptance.baseline = reports::compare(*d_baseline, results);
    reports::Comparison& compared = *acceptance.baseline;
    for (auto answer = compared.still_undecided.begin(); answer != compared.still_undecided.end();) {
      const bool is_error =
          results.results[answer->first].properties.at(answer->second).verdict == verdict::Verdict::Error;
      if (d_errors_pass || !is_error) {
        ++answer;
        continue;
      }
      compared.newly_undecided.insert(*answer);
      answer = compared.still_undecided.erase(answer);
    }
  }
  if (d_suppressions) {
    const std::string today = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
    acceptance.suppressed = reports::suppress(results, *d_suppressions, today);
  }
  return acceptance;
}

}  // namespace launchproof::cli
