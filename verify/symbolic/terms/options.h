// The questions to an engine about a launch class, and its limits.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/variables.h"
#include "verify/smt/limits/cancellation.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/verdict/results.h"

namespace launchproof::symbolic {

struct Options {
  bool strict = false;                             // benign races count as defects
  std::chrono::milliseconds time{10'000};          // for the whole class
  std::chrono::milliseconds question_time{5'000};  // for one question at most
  std::size_t memory_mib = 1024;
  bool check_bounds = true;
  bool only_divergence = false;   // ask for barrier divergence alone
  bool only_intra_group = false;  // do not ask for races between groups
  // If above 1, work-items of this many consecutive local ids run in lock step, so that their accesses at
  // different instructions are ordered. Does not hold on devices that schedule work-items one by one.
  unsigned warp_sync = 0;
  model::BarrierRule barrier_rule = model::BarrierRule::OpenCl;
  std::vector<std::uint32_t> left_out;  // annotations, by number, that do not count
  // If facts of the launch are left open (LaunchFacts::free): gets their values in counterexamples.
  Counterexamples* counterexamples = nullptr;
  // Receives the concluded result each time that a property has been decided, except in the first
  // milliseconds. Properties that have not been asked yet are missing from it. May be empty.
  std::function<void(const verdict::ClassResult&)> so_far;
  // The kernel's variables, which findings give the values of; must outlive the engine. Null: none are known.
  const model::Variables* variables = nullptr;
  // Makes the engine stop soon, like the end of its time; must outlive it.
  smt::Cancellation* cancellation = nullptr;
  // Makes a solver like the one that is given, for a thread with terms of its own: parts of the class may be
  // verified at once. Empty: one after the other.
  std::function<std::unique_ptr<smt::Solver>(smt::TermStore&)> another_solver;
};

}  // namespace launchproof::symbolic
