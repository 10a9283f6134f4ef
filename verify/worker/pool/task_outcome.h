// The outcome of one task, as far as the pool knows it.
#pragma once

#include <any>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::worker {

struct TaskOutcome {
  verdict::ClassResult result;
  // If not empty, there is no result: the task represents several, and is run once for each of these.
  std::vector<std::string> expand;
  // No answer yet: the task was prepared (PoolOptions::prepare), and its time begins now.
  bool prepared = false;
  // No final answer yet: what is decided so far, in case the worker is lost (PoolOptions::reports).
  bool partial = false;
  // A better answer of the same task follows (PoolOptions::refine). This one stands if none comes.
  bool interim = false;
  // What follows an interim answer has a time of its own (PoolOptions::own_time), from then on.
  bool has_own_time = false;
  // A worker that is lost over what follows counts against others of its kind (Task::kind).
  bool counts_for_kind = true;
  // What else the one who makes tasks wants to know of them. The pool passes it on.
  std::any more;
};

// How TaskOutcome::more goes from one process to another. Empty: it does not.
struct MoreText {
  std::function<std::string(const std::any&)> to_text;
  std::function<std::any(const std::string&)> from_text;
};

}  // namespace launchproof::worker
