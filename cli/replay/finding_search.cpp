#include "cli/replay/finding_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cli/jobs/capture_jobs.h"
#include "cli/jobs/check_job.h"
#include "cli/options/dashes.h"
#include "cli/verification/results_file.h"
#include "cli/verification/verification.h"
#include "verify/jobs/class_key.h"
#include "verify/worker/classes/finding_replay.h"

namespace launchproof::cli {

ReplaySource replay_source(const std::string& operand, const Arguments& arguments) {
  namespace fs = std::filesystem;
  ReplaySource source;
  std::error_code error;
  if (operand == kDash || fs::is_regular_file(operand, error)) {
    if (!arguments.classes.empty() || arguments.launch != 0)
      throw UsageError("--class and --launch belong to a capture; " + operand + " is a file");
    source.jobs.push_back(check_job(operand, arguments));
    source.jobs.back().names_must_fit = true;
    source.source_texts.push_back(source.jobs.back().program->sources.at(0).text);
    source.class_key = [job = source.jobs.back()](std::size_t, const std::string& kernel) {
      return class_key(job, kernel);
    };
    return source;
  }
  CaptureJobs found = capture_jobs(operand, arguments);
  source.capture = operand;
  source.jobs = std::move(found.jobs);
  source.source_texts = std::move(found.source_texts);
  source.notes = std::move(found.notes);
  source.source_folders = std::move(found.source_folders);
  std::vector<std::string> keys;
  keys.reserve(source.jobs.size());
  for (const jobs::Job& job : source.jobs) keys.push_back(found.class_keys.at(job.number - 1));
  source.class_key = [keys](std::size_t job, const std::string&) { return keys.at(job); };
  return source;
}

namespace {

// Returns results that may have the finding, and where they are; nothing if there are none.
std::optional<ResultsFile> stored_results(const ReplaySource& source, const Arguments& arguments,
                                          std::vector<std::string>& notes) {
  std::error_code error;
  if (!arguments.results.empty()) return read_results(arguments.results);
  if (source.capture.empty() || !std::filesystem::exists(source.capture + "/results.json", error))
    return std::nullopt;
  try {
    return read_results(source.capture);
  } catch (const UsageError& problem) {
    notes.push_back(fmt::format("verified again: {}", problem.what()));
    return std::nullopt;
  }
}

// Returns the stored finding if it may be executed as stored; otherwise `why` says why not.
std::optional<FoundFinding> take_stored(const ReplaySource& source, const ResultsFile& file,
                                        const std::string& id, std::string& why) {
  why = "it is not there";
  for (const verdict::ClassResult& result : file.results.results) {
    const auto found = std::ranges::find(result.findings, id, &verdict::Finding::id);
    if (found == result.findings.end()) continue;
    if (found->property == verdict::Property::LaunchRace)
      throw UsageError(
          fmt::format("finding {} concerns two launches; only `{}` executes them", id, result.repro));
    for (std::size_t i = 0; i < source.jobs.size(); ++i) {
      const jobs::Job& job = source.jobs[i];
      if (!job.kernel.empty() && job.kernel != result.kernel) continue;
      if (std::ranges::find(result.class_keys, source.class_key(i, result.kernel)) == result.class_keys.end())
        continue;
      why = worker::why_incomplete(*found);
      if (!why.empty()) return std::nullopt;
      FoundFinding stored;
      stored.finding = *found;
      stored.completed.task = i;
      stored.completed.selector = job.kernel.empty() ? result.kernel : std::string();
      stored.completed.outcome.result = result;
      stored.completed.outcome.result.findings = {*found};
      stored.stored_in = file.path.string();
      return stored;
    }
    why = "its entry is for another program or launch";
  }
  return std::nullopt;
}

}  // namespace

FoundFinding find_finding(const ReplaySource& source, const std::string& id, const Arguments& arguments) {
  std::vector<std::string> notes;
  if (const auto file = stored_results(source, arguments, notes)) {
    std::string why;
    if (auto stored = take_stored(source, *file, id, why)) return *stored;
    notes.push_back(
        fmt::format("verified again, because {} does not contain the finding: {}", file->path.string(), why));
  }
  // The cache has the outcomes of `verify` and `check`.
  Arguments cached = arguments;
  cached.command = source.capture.empty() ? Command::Check : Command::Verify;
  std::string known;
  for (worker::Completed& one : verify_jobs(source.jobs, cached, notes)) {
    if (!one.outcome.input_error.empty()) throw UsageError(one.outcome.input_error);
    auto& findings = one.outcome.result.findings;
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const auto& finding) { return finding.id == id; });
    if (found != findings.end()) {
      FoundFinding result;
      result.finding = *found;
      findings = {result.finding};
      if (one.outcome.result.cached && worker::why_incomplete(result.finding).empty())
        result.stored_in = "the result cache";
      result.completed = std::move(one);
      result.notes = std::move(notes);
      return result;
    }
    for (const verdict::Finding& finding : findings)
      known += fmt::format("{}{} ({}, {})", known.empty() ? "" : ", ", finding.id, one.outcome.result.kernel,
                           verdict::name(finding.property));
  }
  throw UsageError(fmt::format("no finding has the id {}; {}", id,
                               known.empty() ? "there are none" : "there are " + known));
}

}  // namespace launchproof::cli
