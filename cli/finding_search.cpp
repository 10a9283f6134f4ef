#include "cli/finding_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/capture_jobs.h"
#include "cli/check_job.h"
#include "cli/verification.h"

namespace launchproof::cli {

ReplaySource replay_source(const std::string& operand, const Arguments& arguments) {
  namespace fs = std::filesystem;
  ReplaySource source;
  std::error_code error;
  if (fs::is_regular_file(operand, error)) {
    if (!arguments.classes.empty() || arguments.launch != 0)
      throw UsageError("--class and --launch belong to a capture; " + operand + " is a file");
    source.jobs.push_back(check_job(operand, arguments));
    source.jobs.back().names_must_fit = true;
    source.source_texts.push_back(source.jobs.back().program->sources.at(0).text);
    return source;
  }
  CaptureJobs found = capture_jobs(operand, arguments);
  source.capture = operand;
  source.jobs = std::move(found.jobs);
  source.source_texts = std::move(found.source_texts);
  source.notes = std::move(found.notes);
  return source;
}

FoundFinding find_finding(const ReplaySource& source, const std::string& id, const Arguments& arguments) {
  std::string known;
  std::vector<std::string> notes;  // of a cache, which is not used here
  for (worker::Completed& one : verify_jobs(source.jobs, arguments, notes)) {
    if (!one.outcome.input_error.empty()) throw UsageError(one.outcome.input_error);
    auto& findings = one.outcome.result.findings;
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const auto& finding) { return finding.id == id; });
    if (found != findings.end()) {
      FoundFinding result;
      result.finding = *found;
      findings = {result.finding};
      result.completed = std::move(one);
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
