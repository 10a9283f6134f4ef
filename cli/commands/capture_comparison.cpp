#include "cli/commands/capture_comparison.h"
#include "cli/options/dashes.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/jobs/capture_sides.h"
#include "cli/jobs/check_job.h"
#include "cli/jobs/equivalence_sides.h"
#include "cli/launch/source_files.h"
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

using verdict::Cause;
using verdict::ClassResult;
using verdict::Property;
using verdict::Verdict;

// Two corresponding classes and the result of their comparison.
struct ComparedPair {
  std::size_t before = 0;                // number of the class's job in the old capture, from 0
  std::size_t now = 0;                   // the same in the new capture
  std::optional<Comparison> comparison;  // nothing: the two cannot be compared, because of `reason`
  std::string reason;
};

// Verifies these jobs of a capture. Returns the results by job number.
std::map<std::size_t, ClassResult> verified(const CaptureJobs& found, const std::vector<std::size_t>& numbers,
                                            const Arguments& arguments, std::vector<std::string>& notes) {
  std::vector<jobs::Job> jobs;
  for (const std::size_t number : numbers) {
    jobs.push_back(found.jobs[number]);
    jobs.back().merge = false;
  }
  std::map<std::size_t, ClassResult> results;
  for (const worker::Completed& one : verify_jobs(jobs, arguments, notes)) {
    const std::size_t number = numbers[one.task];
    ClassResult result = one.outcome.result;
    result.source_text = found.source_texts[number];
    if (result.launch.empty()) result.launch = found.sizes[number];
    result.class_numbers = std::to_string(jobs[one.task].number);
    result.class_keys = {found.class_keys.at(jobs[one.task].number - 1)};
    results.insert_or_assign(number, std::move(result));
  }
  return results;
}

ComparedPair prepare(CaptureSides& before, CaptureSides& now, const ClassPairs::Pair& numbers,
                     const Arguments& arguments) {
  ComparedPair pair{.before = numbers.first, .now = numbers.second, .comparison = {}, .reason = {}};
  for (const auto& [sides, number, name] :
       {std::tuple(&before, pair.before, "old"), std::tuple(&now, pair.now, "new")}) {
    if (!sides->sides[number]) {
      pair.reason = fmt::format("the {} class cannot be compared: {}", name, sides->reasons[number]);
      return pair;
    }
    std::string& words = sides->sides[number]->side.words;
    words = fmt::format("{} ({})", words, name);
  }
  try {
    pair.comparison =
        prepare_comparison(std::move(*before.sides[pair.before]), std::move(*now.sides[pair.now]), arguments);
  } catch (const UsageError& error) {
    pair.reason = error.what();
    return pair;
  }
  for (const std::string& name : pair.comparison->conflicts)
    pair.comparison->notes.push_back(fmt::format(
        "`{}` held other contents in the two captures; it is compared for all contents that it may hold",
        name));
  return pair;
}

// Returns the answer for two classes that cannot be compared.
ClassResult not_compared(const ComparedPair& pair, const CaptureSides& before, const CaptureSides& now) {
  const std::string& kernel = now.classes[pair.now].kernel;
  ClassResult result;
  result.kernel = fmt::format("{} (old) = {} (new)", before.classes[pair.before].kernel, kernel);
  result.source = now.found.jobs[pair.now].source;
  result.launch = now.classes[pair.now].sizes;
  result.engine = "equivalence";
  result.properties[Property::Equivalent] = {
      .verdict = Verdict::Unknown,
      .reason = pair.reason,
      .causes = {{.cause = Cause::NotFollowed, .detail = pair.reason, .location = {}}}};
  return result;
}

std::vector<std::size_t> numbers_of(const std::vector<ComparedPair>& pairs,
                                    std::size_t ComparedPair::* which) {
  std::vector<std::size_t> numbers;
  for (const ComparedPair& pair : pairs)
    if (pair.comparison) numbers.push_back(pair.*which);
  return numbers;
}

// Returns the answers for the pairs, in order. Adds the new launches' own results to `results`.
std::vector<ClassResult> compared(const std::vector<ComparedPair>& pairs, const CaptureSides& before,
                                  const CaptureSides& now, const Arguments& arguments,
                                  verdict::Results& results) {
  std::map<std::size_t, ClassResult> old_results =
      verified(before.found, numbers_of(pairs, &ComparedPair::before), arguments, results.notes);
  std::map<std::size_t, ClassResult> new_results =
      verified(now.found, numbers_of(pairs, &ComparedPair::now), arguments, results.notes);
  std::vector<Comparison> comparisons;
  std::vector<std::vector<ClassResult>> launches;
  for (const ComparedPair& pair : pairs) {
    if (!pair.comparison) continue;
    comparisons.push_back(*pair.comparison);
    launches.push_back({old_results.at(pair.before), new_results.at(pair.now)});
    launches.back()[0].kernel = pair.comparison->left.side.words;
    launches.back()[1].kernel = pair.comparison->right.side.words;
  }
  for (auto& [number, result] : new_results) results.results.push_back(std::move(result));
  std::vector<ClassResult> answers = compare_sides(comparisons, launches, arguments);
  std::vector<ClassResult> all;
  std::size_t next = 0;
  for (const ComparedPair& pair : pairs) {
    ClassResult answer = pair.comparison ? std::move(answers[next++]) : not_compared(pair, before, now);
    answer.class_numbers = std::to_string(now.found.jobs[pair.now].number);
    answer.launches = now.found.jobs[pair.now].launches;
    answer.source_text = now.found.source_texts[pair.now];
    if (!pair.comparison) verdict::conclude(answer, arguments.strict || arguments.no_benign_tolerance);
    all.push_back(std::move(answer));
  }
  return all;
}

void add_unpaired(const CaptureSides& sides, const std::vector<std::size_t>& numbers, const char* here,
                  const char* there, std::vector<std::string>& problems) {
  for (const std::size_t number : numbers)
    problems.push_back(
        fmt::format("class {} of the {} capture, `{}` with {}, is not compared: no class of the "
                    "{} capture has this kernel and these arguments",
                    sides.found.jobs[number].number, here, sides.classes[number].kernel,
                    sides.classes[number].sizes, there));
}

}  // namespace

int compare_captures(const Arguments& arguments) {
  const std::string folder = output_folder(arguments);
  check_report_files(arguments, folder);
  check_solver(arguments.solver);
  AcceptanceFiles accepted(arguments);
  CaptureSides before = capture_sides(arguments.operands[0], "old", arguments);
  CaptureSides now = capture_sides(arguments.operands[1], "new", arguments);
  if (!folder.empty()) require_writable_folder(folder);
  prepare_report_files(arguments, folder);
  const ClassPairs classes = pair_classes(before.classes, now.classes);
  verdict::Results results{.tool = version_text(),
                           .capture = arguments.operands[1],
                           .notes = arguments.notes,
                           .problems = {},
                           .results = {}};
  for (const CaptureSides* sides : {&before, &now})
    results.problems.insert(results.problems.end(), sides->found.problems.begin(),
                            sides->found.problems.end());
  if (!classes.same.empty())
    results.notes.push_back(fmt::format(
        "{} in both captures with the same program and launch: nothing to compare, and not verified here",
        classes.same.size() == 1 ? "1 launch class is"
                                 : fmt::format("{} launch classes are", classes.same.size())));
  add_unpaired(before, classes.only_old, "old", "new", results.problems);
  add_unpaired(now, classes.only_new, "new", "old", results.problems);
  std::vector<ComparedPair> pairs;
  pairs.reserve(classes.different.size());
  for (const ClassPairs::Pair& numbers : classes.different)
    pairs.push_back(prepare(before, now, numbers, arguments));
  const Interruption interruption;
  for (ClassResult& answer : compared(pairs, before, now, arguments, results))
    results.results.push_back(std::move(answer));
  find_source_files(results, now.found.source_folders);
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
  int status = status_of(results, acceptance, arguments);
  // No launch class differs, and none is omitted.
  if (pairs.empty() && !classes.same.empty() && results.problems.empty()) status = 0;
  return written || status == 10 ? status : 13;
}

}  // namespace launchproof::cli
