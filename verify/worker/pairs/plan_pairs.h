// Finds pairs of launches in a capture that may run at the same time.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "verify/jobs/plan/recorded_programs.h"
#include "verify/worker/pairs/launch_pair.h"

namespace launchproof::worker {

// A pair that represents all launches of its two classes with the same shared memory.
struct LaunchPairOfClasses {
  LaunchPairJob job;
  std::size_t first = 0;  // class numbers, from 1
  std::size_t second = 0;
};

struct LaunchPairs {
  std::vector<LaunchPairOfClasses> pairs;
  bool is_complete = true;         // no pair is left out, and the order is completely known
  std::vector<std::string> notes;  // describes what is unknown about the order, and pairs that are left out
};

struct PairPlan {
  std::shared_ptr<const capture::Capture> capture;
  std::string folder;                // path of the capture, for another process
  LaunchPairJob like;                // a job with the settings for verification
  bool states_barrier_rule = false;  // `like` sets the barrier rule for all languages
  model::SubGroups stated;           // by the user
  std::set<std::size_t> classes;     // class numbers, from 1; empty: all
  // Return the command that reproduces the result for a pair of classes, and the place where a launch was
  // enqueued.
  std::function<std::string(std::size_t first, std::size_t second)> repro;
  std::function<std::string(const capture::LaunchClass&)> call_site;
};

// Returns the pairs of launches that no recorded operation orders and that have memory or a program in
// common.
LaunchPairs plan_pairs(const PairPlan& plan, const std::vector<capture::LaunchClass>& classes,
                       jobs::RecordedPrograms& programs);

}  // namespace launchproof::worker
