// Worker processes that isolate tasks from each other: a crash, a time limit or a memory limit costs one task
// its answer and affects no other task.
//
// Workers are forked from the caller, so tasks are not serialised: a worker gets the number of a task and
// sends back the outcome as JSON. The caller must be single-threaded while run_tasks runs.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"
#include "verify/worker/pool/task_outcome.h"

namespace launchproof::worker {

struct Limits {
  std::chrono::milliseconds time{
      10'000};                    // time limit for one prepared task, after which its worker is killed
  std::size_t memory_mib = 1024;  // limit of the resident set of a worker and its child processes
};

struct Task {
  std::string affinity;  // tasks with equal affinity prefer one worker, where they share a translation
  // Once workers were lost while refining two tasks of one kind, no others of this kind are refined. Empty:
  // no kind.
  std::string kind;
};

struct CompletedTask {
  std::size_t task = 0;
  std::string selector;  // selector of an expanded task; otherwise empty
  TaskOutcome outcome;
};

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;  // grows as tasks are expanded
  struct Running {
    std::size_t task = 0;
    std::string selector;
    double seconds = 0;
  };
  std::vector<Running> running;  // longest first
};

struct PoolOptions {
  unsigned workers = 1;  // at least 1
  Limits limits;
  // How long a worker may exceed its time before it is killed, which loses what it prepared for later tasks.
  // Work that checks the time itself ends late on a busy machine.
  std::chrono::milliseconds grace{0};
  // Runs in a worker before `work`, for at most `prepare_time`. Prepares what tasks of one affinity share;
  // only the first of them in a worker does so. May be empty.
  std::function<void(std::size_t task)> prepare;
  std::chrono::milliseconds prepare_time{10'000};
  // Runs in a worker before its first task. Receives a function that `work` may call with what is decided so
  // far; `keep` gets this if the worker is lost. May be empty.
  std::function<void(std::function<void(const TaskOutcome& so_far)> send)> reports;
  // Runs in a worker. An exception becomes an error result of the task.
  std::function<TaskOutcome(std::size_t task, const std::string& selector)> work;
  // Runs in a worker after an `interim` outcome, which the caller has then received. Runs again if its own
  // result is `interim`. May be empty.
  std::function<TaskOutcome(std::size_t task, TaskOutcome interim)> refine;
  std::chrono::milliseconds own_time{0};  // of TaskOutcome::has_own_time
  std::string more_own_time;              // how a user can raise the limit, for the reason that is given when
                                          // it is reached
  MoreText more;
  // Runs in the caller. Returns the final form of a partial outcome, or of an interim outcome that is not
  // refined because this worker or earlier ones were lost for this cause. May be empty.
  std::function<TaskOutcome(TaskOutcome interim, verdict::Cause cause, const std::string& reason)> keep;
  // Runs in the caller. Returns the outcome of a task whose worker was lost for this cause.
  std::function<TaskOutcome(std::size_t task, const std::string& selector, verdict::Cause cause,
                            const std::string& reason)>
      lost;
  // Runs in the caller several times a second. Once it returns true, every unfinished task is lost with the
  // cause Interrupted. May be empty.
  std::function<bool()> stop;
  std::function<void(const CompletedTask&)> completed;  // runs in the caller for each completed task; may be
                                                        // empty
  // Runs in the caller for a task that represents several (TaskOutcome::expand). May be empty.
  std::function<void(std::size_t task, const TaskOutcome&)> expanded;
  std::function<void(const Progress&)> progress;  // runs in the caller several times a second; may be empty
};

// Runs all tasks. Returns answers in the order of the tasks, with expansions in the order given. Throws
// std::runtime_error if no worker can be started.
std::vector<CompletedTask> run_tasks(const std::vector<Task>& tasks, const PoolOptions& options);

// Returns the number of cores that this process may use, at least 1.
unsigned default_workers();

}  // namespace launchproof::worker
