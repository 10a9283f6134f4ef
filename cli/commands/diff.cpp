// `diff`: compares two results and shows what changed; or compares two captures and checks whether the
// kernels of both compute the same.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "cli/commands/capture_comparison.h"
#include "cli/commands/commands.h"
#include "cli/options/registry.h"
#include "cli/terminal/output.h"
#include "cli/verification/results_file.h"
#include "cli/verification/verification.h"
#include "reports/terminal/comparison_text.h"

namespace launchproof::cli {
namespace {

// Options that only a comparison of captures has.
void check_options(const Arguments& arguments) {
  constexpr std::array<std::string_view, 3> kOfResults{"--format", "--color", "--error-exitcode"};
  const Arguments defaults;
  for (const OptionSpec& option : option_specs()) {
    if ((option.commands & Diff) == 0 || std::ranges::find(kOfResults, option.names) != kOfResults.end())
      continue;
    const bool is_given =
        std::visit([&](auto member) { return arguments.*member != defaults.*member; }, option.member);
    if (is_given)
      throw UsageError(fmt::format("{} is about what kernels compute: add --equivalence, or leave it out",
                                   option.each_name().back()));
  }
}

}  // namespace

int diff_results(const Arguments& arguments) {
  if (arguments.equivalence) return compare_captures(arguments);
  check_options(arguments);
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
