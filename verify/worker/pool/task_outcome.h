// The part of a task's outcome that the pool knows.
#pragma once

#include <any>
#include <functional>
#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::worker {

struct TaskOutcome {
  verdict::ClassResult result;
  // If not empty, there is no result: the task represents several tasks, and must be run once for each of
  // these.
  std::vector<std::string> expand;
  // Not an answer: the task was prepared (PoolOptions::prepare), and its time begins now.
  bool prepared = false;
  // Not a final answer, but what is decided so far, in case the worker is lost (PoolOptions::reports).
  bool partial = false;
  // A better answer for the same task follows (PoolOptions::refine). This one is used if none comes.
  bool interim = false;
  // What follows an interim answer has its own time limit (PoolOptions::own_time), which starts then.
  bool has_own_time = false;
  // If the worker is lost during what follows, this counts against other tasks of its kind (Task::kind).
  bool counts_for_kind = true;
  // Further data for the creator of the tasks, which the pool passes on.
  std::any more;
};

// How TaskOutcome::more is sent from one process to another. Empty: it is not sent.
struct MoreText {
  std::function<std::string(const std::any&)> to_text;
  std::function<std::any(const std::string&)> from_text;
};

}  // namespace launchproof::worker
