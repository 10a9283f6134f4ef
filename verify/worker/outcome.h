// What one task came to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/file_uses.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"
#include "verify/worker/launch_words.h"

namespace launchproof::worker {

struct Outcome {
  verdict::ClassResult result;
  // When not empty, there is no result: the task stands for several, and is run again once for each of these.
  std::vector<std::string> expand;
  // No answer yet: the task was prepared (PoolOptions::prepare), and its time begins now.
  bool prepared = false;
  // No answer yet either: what is decided so far, in case that none comes (PoolOptions::reports).
  bool partial = false;
  // A better answer of the same task follows (PoolOptions::refine). This one stands if none comes.
  bool interim = false;
  // What follows an interim answer is that of a second engine, no replay.
  bool second_engine = false;
  // The kernel guesses invariants, which the second engine may prove and use. Within the worker alone.
  bool has_candidates = false;
  // What follows an interim answer is the search for a precondition of what is verified. It has a time of its
  // own (PoolOptions::derive_time), from then on.
  bool derives = false;
  // What follows an interim answer is the search for fixes of what is found.
  bool repairs = false;
  // The caller's input is at fault (for instance an argument that the kernel does not have): why, in words.
  // `result` is an error with the same reason.
  std::string input_error;
  std::vector<std::string> unused;  // names the caller gave that this task did not know
  // What the kernel rests on and nobody knows: an outcome that is final is in doubt for it.
  std::vector<verdict::Approximation> doubts;
  bool strict = false;  // as the outcome was concluded
  // The sizes that `result` is about, for a task whose sizes are left open. Nothing: the result holds for all
  // sizes.
  std::optional<model::LaunchSizes> sizes;
  // The result of a task that verifies several jobs together: what was proved, and of which jobs, by number.
  struct Merged {
    verdict::ClassResult result;
    std::vector<std::size_t> jobs;
    std::vector<LaunchWords> words;  // of the launch of each of them
  };
  std::vector<Merged> merged;
  // The same task would come to the same at another time: no limit of time or memory, no loss of a process
  // and no fault of a solver or of this program has a part in the outcome.
  bool lasting = false;
  frontend::FileUses files;  // that the program's translation rests on
};

}  // namespace launchproof::worker
