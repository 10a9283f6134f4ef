// `replay`: executes launches, or the counterexample of one finding.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands/commands.h"
#include "cli/jobs/capture_jobs.h"
#include "cli/jobs/check_job.h"
#include "cli/launch/source_files.h"
#include "cli/replay/finding_search.h"
#include "cli/terminal/output.h"
#include "cli/verification/job_options.h"
#include "cli/verification/last_results.h"
#include "cli/verification/verification.h"
#include "verify/worker/classes/finding_replay.h"
#include "verify/worker/classes/launch_replay.h"
#include "verify/worker/outcomes/outcome_text.h"

namespace launchproof::cli {
namespace {

using worker::Completed;

// Work in worker processes. An execution checks its limit itself, so that earlier observations are kept; the
// pool's limit is for everything else, such as compiling.
worker::PoolOptions pool_options(const Arguments& arguments, double seconds) {
  constexpr double kGrace = 20;  // seconds
  worker::PoolOptions options;
  options.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  options.limits.time = std::chrono::milliseconds(static_cast<std::int64_t>((seconds + kGrace) * 1000));
  options.limits.memory_mib = arguments.memory_mib;
  options.more = worker::outcome_texts();
  return options;
}

worker::LaunchReplay replay_limits(const Arguments& arguments) {
  // All replays of a class share a fifth of its time. If a user asks for one finding, it gets the whole time.
  constexpr double kOfAFinding = 6;
  worker::LaunchReplay how;
  how.seed = arguments.contents_seed;
  how.seconds = arguments.timeout_seconds * (arguments.finding.empty() ? 1 : kOfAFinding);
  how.memory = std::uint64_t{arguments.memory_mib} << 19;  // half of the limit
  return how;
}

std::vector<Completed> execute(const std::vector<jobs::Job>& jobs, const Arguments& arguments) {
  const worker::LaunchReplay how = replay_limits(arguments);
  const auto verifier = std::make_shared<worker::ClassVerifier>();
  worker::PoolOptions options = pool_options(arguments, how.seconds);
  options.work = [&](std::size_t task, const std::string& selector) {
    return worker::to_task(worker::replay_launch(jobs[task], selector, how, *verifier));
  };
  options.lost = [&](std::size_t task, const std::string& selector, verdict::Cause cause,
                     const std::string& reason) {
    return worker::to_task(worker::lost_outcome(jobs[task], selector, cause, reason));
  };
  std::vector<worker::Task> tasks;
  tasks.reserve(jobs.size());
  for (const jobs::Job& job : jobs) tasks.push_back({job.program->key});
  std::vector<Completed> all;
  for (worker::CompletedTask& one : worker::run_tasks(tasks, options))
    all.push_back(worker::of_task(std::move(one)));
  return all;
}

// Executes the witness of a finding that was stored, or that verification found but did not execute
// completely.
Completed execute_stored(const FoundFinding& found, const jobs::Job& job, const Arguments& arguments) {
  const worker::LaunchReplay how = replay_limits(arguments);
  worker::ClassVerifier verifier;
  worker::PoolOptions options = pool_options(arguments, how.seconds);
  options.workers = 1;
  options.work = [&](std::size_t, const std::string&) {
    return worker::to_task(worker::replay_finding(job, found.completed.outcome.result, how, verifier));
  };
  options.lost = [&](std::size_t, const std::string&, verdict::Cause, const std::string& reason) {
    worker::Outcome outcome = found.completed.outcome;
    verdict::Finding& finding = outcome.result.findings.at(0);
    if (finding.confirmation == verdict::Confirmation::Replayed)
      finding.confirmation = verdict::Confirmation::Unconfirmed;
    finding.replay = "the replay did not finish: " + reason + "; --timeout and --memory give it more";
    verdict::conclude(outcome.result, job.options.strict);
    return worker::to_task(std::move(outcome));
  };
  const std::vector<worker::Task> tasks{worker::Task{job.program->key, {}}};
  Completed completed = worker::of_task(std::move(worker::run_tasks(tasks, options).at(0)));
  completed.task = found.completed.task;
  return completed;
}

int status_of_replay(const verdict::Results& results, const Arguments& arguments) {
  const int status = status_of(results, {}, arguments);
  const bool clean = std::all_of(results.results.begin(), results.results.end(), [](const auto& result) {
    return result.verdict == verdict::Verdict::NotAsked;
  });
  return status == 11 && clean && !results.results.empty() ? 0 : status;
}

}  // namespace

int replay_launches(const Arguments& given) {
  const bool is_by_id = given.finding.empty() && is_finding_id(given.operands[0]);
  const Arguments arguments = is_by_id ? arguments_for_finding(given.operands[0], given) : given;
  check_solver(arguments.solver);
  const ReplaySource source = replay_source(arguments.operands[0], arguments);
  verdict::Results results{
      .tool = version_text(), .capture = source.capture, .notes = source.notes, .results = {}};
  const auto take = [&](const Completed& one) {
    results.results.push_back(one.outcome.result);
    results.results.back().source_text = source.source_texts[one.task];
  };
  if (!arguments.finding.empty()) {
    const FoundFinding found = find_finding(source, arguments.finding, arguments);
    results.notes.insert(results.notes.end(), found.notes.begin(), found.notes.end());
    const verdict::Confirmation confirmation = found.finding.confirmation;
    const bool is_open =
        confirmation == verdict::Confirmation::Exact || confirmation == verdict::Confirmation::Unconfirmed;
    const bool may_be_executed =
        is_open && arguments.warp_sync <= 1 && worker::why_incomplete(found.finding).empty();
    if (!found.stored_in.empty() || may_be_executed)
      take(execute_stored(found, source.jobs.at(found.completed.task), arguments));
    else
      take(found.completed);
    if (!found.stored_in.empty())
      results.notes.push_back(fmt::format("executed as stored in {}, without a new search", found.stored_in));
  } else {
    if (source.jobs.empty()) say(arguments.operands[0] + " holds no launch that is asked for");
    bool input_error = false;
    for (const Completed& one : execute(source.jobs, arguments)) {
      if (!one.outcome.input_error.empty()) {
        say(source.jobs[one.task].source + ": " + one.outcome.input_error);
        input_error = true;
      }
      take(one);
    }
    if (input_error) return 2;
  }
  find_source_files(results, source.source_folders);
  const bool written = print_results(results, {}, is_by_id, arguments, stdout);
  // A given file is user input. A recorded program was compiled by another compiler, so an error there is not
  // the user's mistake.
  if (source.capture.empty() && std::ranges::any_of(results.results, does_not_compile)) return 2;
  const int status = status_of_replay(results, arguments);
  return written || status == 10 ? status : 13;
}

}  // namespace launchproof::cli
