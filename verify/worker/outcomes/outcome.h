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
  // If not empty, there is no result: the job represents several, and is run once for each of these.
  std::vector<std::string> expand;
  // No final answer yet: what is decided so far, in case the worker is lost (PoolOptions::reports).
  bool partial = false;
  // A better answer of the same task follows (PoolOptions::refine). This one stands if none comes.
  bool interim = false;
  // The interim answer is followed by a second engine, not by a replay.
  bool second_engine = false;
  // The kernel guesses invariants, which the second engine may prove and use. Within the worker alone.
  bool has_candidates = false;
  // The interim answer is followed by the search for a precondition of what is verified, which has a time of
  // its own (Job::derive_time), from then on.
  bool derives = false;
  // The interim answer is followed by the search for fixes of the findings.
  bool repairs = false;
  // The caller's input is at fault (for instance an argument that the kernel does not have): why, in words.
  // `result` is an error with the same reason.
  std::string input_error;
  std::vector<std::string> unused;  // names the caller gave that this task did not know
  // Facts that the kernel depends on and that are unknown. They put a final outcome in doubt.
  std::vector<verdict::Approximation> doubts;
  bool strict = false;  // as the outcome was concluded
  // The sizes that `result` is about, for a task whose sizes are left open. Nothing: the result holds for all
  // sizes.
  std::optional<model::LaunchSizes> sizes;
  // The result of a task that verifies several jobs together: the proofs, and the numbers of their jobs.
  struct Merged {
    verdict::ClassResult result;
    std::vector<std::size_t> jobs;
    std::vector<LaunchWords> words;  // of the launch of each of them
  };
  std::vector<Merged> merged;
  // Running the task again would give the same outcome: no limit of time or memory, no loss of a process and
  // no fault of a solver or of this program affected it.
  bool lasting = false;
  frontend::FileUses files;  // that the program's translation depends on
};

struct Completed {
  std::size_t task = 0;  // the number of the job
  std::string selector;  // of an expanded job, else empty
  Outcome outcome;
};

}  // namespace launchproof::worker
