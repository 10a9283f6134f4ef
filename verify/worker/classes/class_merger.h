// Proves launch classes of one kernel together: once, with the facts in which they differ as variables.
//
// Classes that are alike are first tried with every launch fact free, so that the verdict names only the
// facts that matter. Classes that remain open are tried with the facts on which all of them agree fixed, and
// then split by the values of the facts in the failed question. A class for which none of this works is not
// covered and is verified individually. Nothing but `verified` is ever concluded here.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "verify/access/family.h"
#include "verify/effort/clock.h"
#include "verify/worker/outcomes/job.h"
#include "verify/worker/outcomes/outcome.h"

namespace launchproof::worker {

class ClassMerger {
 public:
  // Jobs of one program and kernel. The facts must outlive this object.
  struct Member {
    std::size_t job = 0;  // number
    const model::LaunchFacts* facts = nullptr;
  };
  struct Limits {
    effort::Clock::time_point deadline;
    smt::Work work = 0;  // for everything
  };

  ClassMerger(const model::KernelModel& kernel, smt::TermStore& store, smt::Solver& solver,
              const symbolic::Options& options, bool local_size_open, const Limits& limits);

  struct Proof {
    verdict::ClassResult result;
    std::vector<Member> members;
  };
  // Returns what could be proved of members that are alike.
  std::vector<Proof> prove(const std::vector<Member>& all);

 private:
  // Proves some of `members` and removes them. Returns the facts in the question that failed, if any.
  std::vector<symbolic::Fact> attempt(std::vector<Member>& members, bool pin_equal,
                                      std::vector<Proof>& proofs);
  void split(const std::vector<Member>& members, const std::vector<symbolic::Fact>& by, unsigned depth,
             std::vector<Proof>& proofs);
  bool is_over() const;

  const model::KernelModel& d_kernel;
  smt::TermStore& d_store;
  smt::Solver& d_solver;
  symbolic::Options d_options;
  bool d_local_size_open;
  Limits d_limits;
  smt::Work d_spent = 0;
};

// Returns a set of numbers as text in ascending order: "1-8, 12".
std::string number_ranges(std::vector<std::size_t> numbers);

}  // namespace launchproof::worker
