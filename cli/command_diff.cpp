// `diff`: two results, and what changed from one to the other.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/results_file.h"
#include "cli/verification.h"
#include "reports/comparison_text.h"

namespace launchproof::cli {

int diff_results(const Arguments& arguments) {
  const ResultsFile before = read_results(arguments.operands[0]);
  const ResultsFile now = read_results(arguments.operands[1]);
  const reports::Comparison comparison = reports::compare(before.results, now.results);
  const bool written =
      print(stdout, arguments.json() ? reports::comparison_json(comparison, before.results, now.results)
                                     : reports::comparison_text(comparison, before.results, now.results,
                                                                wants_colours(arguments, stdout)));
  const reports::Acceptance acceptance{.baseline = comparison, .suppressed = {}};
  const int status = status_of(now.results, acceptance, arguments);
  if (!written && status == 0) return 13;
  return status == 0 && !comparison.no_longer_asked.empty() ? 11 : status;
}

}  // namespace launchproof::cli
