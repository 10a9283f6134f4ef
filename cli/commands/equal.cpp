// `equal`: checks whether two kernels compute the same.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/jobs/check_job.h"
#include "cli/jobs/equivalence_sides.h"
#include "cli/options/dashes.h"
#include "cli/recording/writable_folder.h"
#include "cli/reports/report_files.h"
#include "cli/terminal/interruption.h"
#include "cli/terminal/output.h"
#include "cli/verification/acceptance_files.h"
#include "cli/verification/job_options.h"
#include "cli/verification/last_results.h"
#include "cli/verification/verification.h"

namespace launchproof::cli {

namespace {

// Verifies the launches, and adds their results.
std::vector<verdict::ClassResult> verified(const std::vector<jobs::Job>& jobs, const Arguments& arguments,
                                           verdict::Results& results) {
  std::vector<verdict::ClassResult> own;
  for (const worker::Completed& one : verify_jobs(jobs, arguments, results.notes)) {
    if (!one.outcome.input_error.empty())
      throw UsageError(jobs[one.task].source + ": " + one.outcome.input_error);
    own.push_back(one.outcome.result);
    own.back().source_text = jobs[one.task].program->sources[0].text;
  }
  results.results.insert(results.results.end(), own.begin(), own.end());
  return own;
}

void add_comparison(GivenSide left, GivenSide right, const std::vector<verdict::ClassResult>& launches,
                    const Arguments& arguments, verdict::Results& results) {
  const Comparison comparison = prepare_comparison(std::move(left), std::move(right), arguments);
  if (!comparison.conflicts.empty())
    throw UsageError(
        fmt::format("both sides give different contents for `{}`: give them once, outside "
                    "the quotes of a side",
                    comparison.conflicts.front()));
  verdict::ClassResult compared = compare_sides({comparison}, {launches}, arguments).at(0);
  results.notes.insert(results.notes.end(), compared.notes.begin(), compared.notes.end());
  compared.notes.clear();
  results.results.push_back(std::move(compared));
}

}  // namespace

void add_specification(const Arguments& arguments, verdict::Results& results) {
  if (arguments.operands.size() != 1)
    throw UsageError("--spec: give one file; a specification belongs to one kernel");
  Arguments kernel = arguments;
  kernel.specification.clear();
  GivenSide left = given_side("left", {kernel});
  GivenSide right = given_side("right", parse_side(arguments.specification, arguments));
  std::vector<verdict::ClassResult> launches;
  for (const verdict::ClassResult& result : results.results)
    if (result.kernel == left.side.words) launches.push_back(result);
  const std::vector<verdict::ClassResult> of_specification = verified(right.jobs, arguments, results);
  launches.insert(launches.end(), of_specification.begin(), of_specification.end());
  add_comparison(std::move(left), std::move(right), launches, arguments, results);
}

int compare_kernels(const Arguments& arguments) {
  const std::string folder = output_folder(arguments);
  check_report_files(arguments, folder);
  check_solver(arguments.solver);
  AcceptanceFiles accepted(arguments);
  GivenSide left = given_side("left", parse_side(arguments.operands[0], arguments));
  GivenSide right = given_side("right", parse_side(arguments.operands[1], arguments));
  if (!folder.empty()) require_writable_folder(folder);
  prepare_report_files(arguments, folder);
  std::vector<jobs::Job> jobs = left.jobs;
  jobs.insert(jobs.end(), right.jobs.begin(), right.jobs.end());
  verdict::Results results{.tool = version_text(), .capture = {}, .notes = arguments.notes, .results = {}};
  const Interruption interruption;
  const std::vector<verdict::ClassResult> launches = verified(jobs, arguments, results);
  add_comparison(std::move(left), std::move(right), launches, arguments, results);
  bool written = accepted.keep_first(results, false);
  const reports::Acceptance acceptance = accepted.of(results);
  keep_interrupted(results, folder);
  written =
      print_results(results, acceptance, is_found_by_id(folder), arguments, summary_stream(arguments)) &&
      written;
  if (folder.empty()) results_kept();
  if (!folder.empty())
    written = write_reports(results, acceptance, folder, arguments, summary_stream(arguments)) && written;
  written = write_report_files(results, acceptance, is_found_by_id(folder), {}, folder, arguments,
                               summary_stream(arguments)) &&
            written;
  written = accepted.name_first(stream_of_names(arguments, summary_stream(arguments))) && written;
  const int status = status_of(results, acceptance, arguments);
  return written || status == 10 ? status : 13;
}

}  // namespace launchproof::cli
