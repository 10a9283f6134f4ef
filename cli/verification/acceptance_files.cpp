#include "cli/verification/acceptance_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <stdexcept>
#include <system_error>

#include "cli/options/text_file.h"
#include "cli/terminal/interruption.h"
#include "cli/terminal/output.h"
#include "cli/verification/results_file.h"
#include "cli/verification/verification.h"
#include "reports/acceptance/source_suppressions.h"
#include "reports/formats/files.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// Returns the file of a baseline that does not exist; empty if it exists. A name that does not end with
// `.json` is that of a folder.
fs::path missing_baseline(const fs::path& baseline) {
  std::error_code error;
  if (fs::is_directory(baseline, error))
    return fs::exists(baseline / "results.json", error) ? fs::path() : baseline / "results.json";
  if (fs::exists(baseline, error)) return {};
  return baseline.extension() == ".json" ? baseline : baseline / "results.json";
}

// Returns why a later run may not be compared with these results; empty if it may.
std::string why_no_baseline(const verdict::Results& results, const reports::Acceptance& acceptance,
                            bool has_input_error) {
  if (has_input_error) return "the input has an error";
  if (interrupting_signal() != 0) return "the run was interrupted";
  if (results.results.empty()) return "nothing was verified";
  if (!results.problems.empty()) return results.problems.front();
  const int status = verdict::exit_status(results, reports::waivers(acceptance));
  if (status == 13) return "Launchproof failed on a launch class";
  if (status != 0) return "an answer is of a kind that no baseline accepts";
  return {};
}

}  // namespace

AcceptanceFiles::AcceptanceFiles(const Arguments& arguments)
    : d_errors_pass(arguments.command != Command::Check),
      d_unasked_fails((arguments.ci || arguments.strict) && !arguments.allow_not_asked) {
  if (arguments.first_run_ok) d_first = missing_baseline(arguments.baseline);
  if (!arguments.baseline.empty() && d_first.empty()) {
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
  acceptance.is_first_run = d_is_first_written;
  if (d_baseline || acceptance.is_first_run) {
    acceptance.baseline = reports::compare(d_baseline ? *d_baseline : results, results);
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
  if (reports::has_ignore_comments(results)) {
    if (!acceptance.suppressed) acceptance.suppressed.emplace();
    reports::add_source_suppressions(results, *acceptance.suppressed);
  }
  return acceptance;
}

bool AcceptanceFiles::keep_first(const verdict::Results& results, bool has_input_error) {
  if (d_first.empty()) return true;
  d_is_first_written = true;  // what the results would be with the baseline decides whether it may be written
  const std::string why = why_no_baseline(results, of(results), has_input_error);
  d_is_first_written = why.empty();
  if (!why.empty()) {
    say(fmt::format("--first-run-ok: {} is not written, and nothing is accepted: {}", d_first.string(), why));
    return true;
  }
  try {
    std::error_code error;
    if (d_first.has_parent_path()) fs::create_directories(d_first.parent_path(), error);
    reports::write_json(results, d_first);
  } catch (const std::runtime_error& error) {
    say(error.what());
    d_is_first_written = false;
  }
  return d_is_first_written;
}

bool AcceptanceFiles::name_first(std::FILE* stream) const {
  if (!d_is_first_written || stream == nullptr) return true;
  return print(stream, fmt::format("baseline: {}\n", d_first.string()));
}

}  // namespace launchproof::cli
