// What an engine is asked about a launch class, and its limits.
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
  std::chrono::milliseconds time{10'000};          // limit for the whole class
  std::chrono::milliseconds question_time{5'000};  // limit for each question
  std::size_t memory_mib = 1024;
  bool check_bounds = true;
  bool only_divergence = false;   // only check barrier divergence
  bool only_intra_group = false;  // do not check races between groups
  // If above 1, work-items with this many consecutive local ids run in lock step, so that their accesses at
  // different instructions are ordered. Does not hold on devices that schedule work-items individually.
  unsigned warp_sync = 0;
  model::BarrierRule barrier_rule = model::BarrierRule::OpenCl;
  std::vector<std::uint32_t> left_out;  // by number: annotations that are ignored
  // If facts of the launch are left open (LaunchFacts::free): receives their values in counterexamples.
  Counterexamples* counterexamples = nullptr;
  // Receives the concluded result after each property has been decided, except in the first milliseconds.
  // Properties that have not been checked yet are missing from it. May be empty.
  std::function<void(const verdict::ClassResult&)> so_far;
  // The kernel's variables whose values findings show; must outlive the engine. Null: none are known.
  const model::Variables* variables = nullptr;
  // Makes the engine stop soon, as if its time were over; must outlive the engine.
  smt::Cancellation* cancellation = nullptr;
  // Creates a solver like the given one for another thread with its own terms, so that parts of the class can
  // be verified concurrently. Empty: one part after the other.
  std::function<std::unique_ptr<smt::Solver>(smt::TermStore&)> another_solver;
};

}  // namespace launchproof::symbolic
