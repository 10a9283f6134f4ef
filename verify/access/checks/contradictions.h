// Checks whether preconditions and assumptions leave any launch that a proof could be about.
#pragma once

#include <string>

#include "verify/access/checks/session.h"

namespace launchproof::access {

struct Contradiction {
  std::string text;                // the reason; empty when there is no contradiction
  bool is_of_assumptions = false;  // whether it is among assumptions: what happens before these is judged all
                                   // the same
  bool is_of_program = false;  // whether it is the program alone that ends every work-item: nothing that was
                               // given is at fault

  explicit operator bool() const { return !text.empty(); }
};

// Returns why no launch, or no work-item, satisfies the kernel's preconditions and assumptions. Annotations
// that cannot be decided are assumed to be satisfiable, and are named.
Contradiction contradictory_annotations(Session& session);

// Returns the same for other engines, which have no session. Adds what was assumed to `result`.
Contradiction contradictory_annotations(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                        smt::TermStore& store, smt::Solver& solver,
                                        const symbolic::Options& options, verdict::ClassResult& result);

}  // namespace launchproof::access
