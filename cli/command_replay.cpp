// `replay`: executes launches, or the counterexample of one finding.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/capture_jobs.h"
#include "cli/check_job.h"
#include "cli/commands.h"
#include "cli/finding_search.h"
#include "cli/output.h"
#include "cli/verification.h"
#include "verify/worker/launch_replay.h"

namespace launchproof::cli {
namespace {

using worker::Completed;

std::vector<Completed> execute(const std::vector<worker::Job>& jobs, const Arguments& arguments) {
  worker::LaunchReplay how;
  how.seed = arguments.contents_seed;
  // The execution keeps to the limit by itself, so that what was seen until then is kept; the pool's limit is
  // for what does not, compiling for instance.
  constexpr double kGrace = 20;  // seconds
  how.seconds = arguments.timeout_seconds;
  how.memory = std::uint64_t{arguments.memory_mib} << 19;  // half of the limit
  const auto verifier = std::make_shared<worker::ClassVerifier>();
  worker::PoolOptions options;
  options.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  options.limits.time =
      std::chrono::milliseconds(static_cast<std::int64_t>((arguments.timeout_seconds + kGrace) * 1000));
  options.limits.memory_mib = arguments.memory_mib;
  options.work = [&](std::size_t task, const std::string& selector) {
    return worker::replay_launch(jobs[task], selector, how, *verifier);
  };
  options.lost = [&](std::size_t task, const std::string& selector, verdict::Cause cause,
                     const std::string& reason) {
    return worker::lost_outcome(jobs[task], selector, cause, reason);
  };
  std::vector<worker::Task> tasks;
  tasks.reserve(jobs.size());
  for (const worker::Job& job : jobs) tasks.push_back({job.program->key});
  return worker::run_tasks(tasks, options);
}

int status_of_replay(const verdict::Results& results, const Arguments& arguments) {
  const int status = status_of(results, {}, arguments);
  const bool clean = std::all_of(results.results.begin(), results.results.end(), [](const auto& result) {
    return result.verdict == verdict::Verdict::NotAsked;
  });
  return status == 11 && clean && !results.results.empty() ? 0 : status;
}

}  // namespace

int replay_launches(const Arguments& arguments) {
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
    take(found.completed);
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
  const bool written = print_results(results, {}, arguments, stdout);
  // A file that is given is input; a recorded program was built by another compiler, which is no mistake.
  if (source.capture.empty() && std::ranges::any_of(results.results, does_not_compile)) return 2;
  const int status = status_of_replay(results, arguments);
  return written || status == 10 ? status : 13;
}

}  // namespace launchproof::cli
