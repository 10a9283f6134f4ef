// Runs jobs in worker processes: from the cache, together with others of their kernel, or individually.
#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "verify/jobs/included_file.h"
#include "verify/verdict/doubt.h"
#include "verify/verdict/explanation.h"
#include "verify/worker/classes/class_cache.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/derivation.h"
#include "verify/worker/classes/portfolio.h"
#include "verify/worker/outcomes/outcome_text.h"

namespace launchproof::worker {

using verdict::Cause;

namespace {

// Engine and replay stop themselves; the pool kills a worker that has not answered after this additional
// time.
constexpr std::chrono::milliseconds kLeastGrace{250};
constexpr std::chrono::milliseconds kMostGrace{1000};
// For classes that are proved together: at most this multiple of the limit of one class.
constexpr int kMostClassesOfTime = 30;

// Jobs of one program and kernel, by number, if there are several that may be merged.
std::vector<std::vector<std::size_t>> mergeable(const std::vector<Job>& jobs,
                                                const std::vector<bool>& known) {
  std::map<std::pair<std::string, std::string>, std::size_t> places;
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (known[i] || !jobs[i].merge || jobs[i].kernel.empty()) continue;
    const auto [place, is_new] = places.try_emplace({jobs[i].program->key, jobs[i].kernel}, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(i);
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

// Replaces the numbers of the pool's tasks by those of jobs.
std::function<void(const Progress&)> named_by_job(const std::function<void(const Progress&)>& show,
                                                  std::vector<std::size_t> job_of_task) {
  if (!show) return nullptr;
  return [show, jobs = std::move(job_of_task)](Progress progress) {
    for (Progress::Running& running : progress.running) running.task = jobs[running.task];
    show(progress);
  };
}

// Weakens a final outcome that depends on unknown facts.
Outcome doubted(Outcome outcome) {
  if (!outcome.interim) verdict::doubt(outcome.result, outcome.doubts, outcome.strict);
  return outcome;
}

// Marks what follows a final outcome: finding a precondition for what is verified, or fixes for the findings.
Outcome announced(const Job& job, Outcome outcome) {
  verdict::explain(outcome.result);
  jobs::name_included(*job.program, outcome.result);
  outcome = ClassVerifier::announce_derivation(job, doubted(std::move(outcome)));
  return ClassVerifier::announce_repair(job, std::move(outcome));
}

}  // namespace

std::vector<Completed> verify_all(const std::vector<Job>& jobs, const VerifyOptions& given,
                                  ClassCache* cache) {
  PoolOptions options;
  options.workers = given.workers;
  options.limits = given.limits;
  options.stop = given.stop;
  options.more = outcome_texts();
  options.more_own_time = "give more with --derive-time";
  options.grace = std::min(options.limits.time / 4, kMostGrace) + kLeastGrace;
  // Created before the fork and filled in the workers, each of which has its own copy.
  const auto verifier = std::make_shared<ClassVerifier>();
  std::vector<std::vector<Completed>> by_job(jobs.size());
  const auto& show = given.progress;
  const auto& completed = given.completed;
  const auto& expanded = given.expanded;
  std::vector<bool> covered(jobs.size(), false);
  if (cache != nullptr) {
    ClassCache::Found found = cache->find(jobs);
    by_job = std::move(found.by_job);
    covered = std::move(found.known);
    for (const std::vector<Completed>& rows : by_job) {
      Outcome several;
      for (const Completed& row : rows)
        if (!row.selector.empty()) several.expand.push_back(row.selector);
      if (!several.expand.empty() && expanded) expanded(rows.front().task, several);
      for (const Completed& row : rows)
        if (completed) completed(row);
    }
  }
  if (const auto groups = mergeable(jobs, covered); !groups.empty()) {
    PoolOptions together = options;
    std::vector<Task> tasks;
    std::vector<std::size_t> first;
    std::size_t largest = 0;
    for (const auto& group : groups) {
      first.push_back(group.front());
      tasks.push_back({jobs[group.front()].program->key, {}});
      largest = std::max(largest, group.size());
    }
    together.limits.time *= std::min<int>(static_cast<int>(largest), kMostClassesOfTime);
    const auto time =
        std::chrono::duration_cast<std::chrono::milliseconds>(together.limits.time * kEngineShare);
    together.work = [&jobs, &groups, verifier, time](std::size_t task, const std::string&) {
      return to_task(verifier->merge(jobs, groups[task], time));
    };
    // Classes that are lost here are verified individually.
    together.lost = [](std::size_t, const std::string&, Cause, const std::string&) { return TaskOutcome{}; };
    together.progress = named_by_job(show, first);
    for (CompletedTask& one : run_tasks(tasks, together)) {
      Outcome proved = of_task(std::move(one.outcome));
      for (Outcome::Merged& merged : proved.merged) {
        if (cache != nullptr) cache->keep_merged(jobs, merged, proved.files);
        for (const std::size_t job : merged.jobs) covered[job] = true;
        Completed row{merged.jobs.front(), {}, {}};
        row.outcome.result = std::move(merged.result);
        if (completed) completed(row);
        by_job[row.task].push_back(std::move(row));
      }
    }
  }
  std::vector<Task> tasks;
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (covered[i]) continue;
    left.push_back(i);
    tasks.push_back({jobs[i].program->key, jobs[i].program->key + " " + jobs[i].kernel});
  }
  options.progress = named_by_job(show, left);
  // Stores outcomes as they arrive, so that a run that is killed keeps what it did.
  options.completed = [&jobs, &left, &completed, cache](const CompletedTask& task) {
    Completed one = of_task(task);
    one.task = left[one.task];
    if (cache != nullptr) cache->keep(jobs[one.task], one.selector, one.outcome);
    if (completed) completed(one);
  };
  options.expanded = [&jobs, &left, &expanded, cache](std::size_t task, const TaskOutcome& several) {
    const Outcome outcome = of_task(several);
    if (cache != nullptr) cache->keep(jobs[left[task]], {}, outcome);
    if (expanded) expanded(left[task], outcome);
  };
  options.prepare_time = std::max(options.prepare_time, options.limits.time);
  options.prepare = [&jobs, &left, verifier](std::size_t task) {
    const Program& program = *jobs[left[task]].program;
    if (!program.sources.empty()) verifier->translation(program);
  };
  options.reports = [verifier](const std::function<void(const TaskOutcome&)>& send) {
    verifier->partial_answers().send_with([send](const Outcome& so_far) { send(to_task(so_far)); });
  };
  options.work = [&jobs, &left, verifier](std::size_t task, const std::string& selector) {
    const Job& job = jobs[left[task]];
    return to_task(announced(job, verifier->verify(job, selector)));
  };
  options.refine = [&jobs, &left, verifier](std::size_t task, TaskOutcome interim) {
    const Job& job = jobs[left[task]];
    Outcome found = of_task(std::move(interim));
    if (found.derives) return to_task(verifier->derive(job, std::move(found)));
    if (found.repairs) return to_task(verifier->repair(job, std::move(found)));
    return to_task(announced(job, verifier->refine(job, std::move(found))));
  };
  for (const Job& job : jobs) options.own_time = std::max(options.own_time, job.derive_time);
  options.keep = [](TaskOutcome interim, Cause cause, const std::string& reason) {
    Outcome found = of_task(std::move(interim));
    if (found.repairs) {
      // The findings are kept without a fix.
    } else if (found.partial) {
      not_replayed(found.result, "no replay was started: " + reason);
      verdict::give_up(found.result, verdict::Verdict::Unknown, {cause, reason, {}}, found.strict);
    } else if (found.derives)
      no_precondition(found.result, reason);
    else if (found.second_engine)
      no_second_answer(found.result, cause, reason);
    else
      not_replayed(found.result, "the replay did not finish: " + reason);
    found.lasting = found.repairs && found.lasting;
    found.repairs = false;
    return to_task(doubted(std::move(found)));
  };
  options.lost = [&jobs, &left](std::size_t task, const std::string& selector, Cause cause,
                                const std::string& reason) {
    return to_task(lost_outcome(jobs[left[task]], selector, cause, reason));
  };
  if (!tasks.empty()) {
    for (CompletedTask& task : run_tasks(tasks, options)) {
      Completed one = of_task(std::move(task));
      one.task = left[one.task];
      by_job[one.task].push_back(std::move(one));
    }
  }
  std::vector<Completed> all;
  for (std::vector<Completed>& rows : by_job) std::ranges::move(rows, std::back_inserter(all));
  return all;
}

}  // namespace launchproof::worker
