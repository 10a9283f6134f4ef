// Launch classes of one kernel that are proved together: once, with what differs among them as variables.
//
// Classes that are alike are first tried with every launch fact free, so that the verdict names only the
// facts that matter; what that leaves open, with the facts on which all classes agree fixed; what that leaves
// open, split by the values of the facts that the failed question speaks of. A class for which nothing of
// this works is not covered, and is verified alone. Nothing but `verified` is ever concluded here.
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
  // Jobs of one program and kernel. Facts must outlive this.
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
  // Proves some of `members` and removes them. Gives the facts of the question that failed, if any.
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

// Returns "1-8, 12": numbers in order, from a set of them.
std::string number_ranges(std::vector<std::size_t> numbers);

}  // namespace launchproof::worker
