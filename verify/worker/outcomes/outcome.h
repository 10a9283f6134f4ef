// The outcome of one job.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/program/file_uses.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"
#include "verify/worker/outcomes/launch_words.h"

namespace launchproof::worker {

struct Outcome {
  verdict::ClassResult result;
  // If not empty, there is no result: the job represents several jobs, and must be run once for each of
  // these.
  std::vector<std::string> expand;
  // Not a final answer, but what is decided so far, in case the worker is lost (PoolOptions::reports).
  bool partial = false;
  // A better answer for the same task follows (PoolOptions::refine). This one is used if none comes.
  bool interim = false;
  // After the interim answer, a second engine runs instead of a replay.
  bool second_engine = false;
  // The kernel suggests invariants (candidates), which the second engine may prove and use. Only used within
  // the worker.
  bool has_candidates = false;
  // After the interim answer, a precondition of what is verified is searched for, with a separate time limit
  // (Job::derive_time) that starts then.
  bool derives = false;
  // After the interim answer, fixes for the findings are searched for.
  bool repairs = false;
  // The caller's input is at fault (for instance, an argument that the kernel does not have); the text says
  // why. `result` is an error with the same reason.
  std::string input_error;
  std::vector<std::string> unused;  // names given by the caller that this task does not have
  // Facts that the kernel depends on and that are unknown. They weaken a final outcome.
  std::vector<verdict::Approximation> doubts;
  bool strict = false;  // the value of `strict` with which the outcome was concluded
  // The sizes that `result` is about, if the task leaves sizes open. Nothing: the result holds for all sizes.
  std::optional<model::LaunchSizes> sizes;
  // The result of a task that verifies several jobs together: the proofs, and the numbers of the proved jobs.
  struct Merged {
    verdict::ClassResult result;
    std::vector<std::size_t> jobs;
    std::vector<LaunchWords> words;  // descriptions of their launches
  };
  std::vector<Merged> merged;
  // Running the task again would give the same outcome: it was not affected by a limit of time or memory, the
  // loss of a process, or a fault of a solver or of this program.
  bool lasting = false;
  frontend::FileUses files;  // files that the program's translation depends on
};

struct Completed {
  std::size_t task = 0;  // number of the job
  std::string selector;  // selector of an expanded job; otherwise empty
  Outcome outcome;
};

}  // namespace launchproof::worker
