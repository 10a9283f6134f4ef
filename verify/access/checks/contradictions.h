// Checks whether preconditions and assumptions leave any launch that a proof could be about.
#pragma once

#include <string>

#include "verify/access/checks/session.h"

namespace launchproof::access {

struct Contradiction {
  std::string text;                // why; empty when there is none
  bool is_of_assumptions = false;  // what happens before these is judged all the same

  explicit operator bool() const { return !text.empty(); }
};

// Returns why no launch, or no work-item, satisfies the kernel's preconditions and assumptions. Those that
// are not decided are assumed, by name.
Contradiction contradictory_annotations(Session& session);

// Returns the same for other engines, which have no session. `result` gets what was assumed.
Contradiction contradictory_annotations(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                        smt::TermStore& store, smt::Solver& solver,
                                        const symbolic::Options& options, verdict::ClassResult& result);

}  // namespace launchproof::access
