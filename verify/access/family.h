// Verifies launches of one kernel together, and reports which launch facts the proofs need.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/evaluator/family_prover.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::access {

struct FamilyOptions {
  symbolic::Options engine;  // `time` is the limit for the whole family
  // The work limit for freeing facts. Facts that are not freed within it are listed with their values in the
  // launches.
  smt::Work minimise = 1'000 * smt::kWorkPerMillisecond;
  // Work for the whole attempt. When it is spent, the attempt ends without an answer.
  smt::Work work = 3'600'000 * smt::kWorkPerMillisecond;
  // Turns facts on which all launches agree into constants, and lists those that were used. Applies to all
  // facts, or only to `pinned`.
  bool pin_equal = false;
  std::set<symbolic::Fact> pinned;
  bool tolerate_benign = false;  // launches with benign races may be covered
  bool local_size_open = false;  // the facts name one local size, but the proof holds for every local size
};

// The result of a proof for a family. `covered` is empty when nothing could be shown for the family as a
// whole; the launches may still be verified one by one.
struct FamilyAnswer {
  std::vector<std::size_t> covered;  // numbers of launches for which every property is verified, ascending
  verdict::ClassResult result;       // the result for the covered launches; `facts` lists exactly the facts
                                     // that the proofs needed
  // What the proofs need of each fact that was a variable. `pinned` lists the other facts that were read.
  std::vector<std::pair<symbolic::Fact, FamilyProver::Need>> needs;
  std::set<symbolic::Fact> pinned;
  std::vector<symbolic::Fact> failed;  // the variables in the question that ended the attempt
  smt::Work work = 0;                  // the work that the attempt took
};

// Verifies a family. Requires that the launches differ only in facts that can be variables, that no launch
// contradicts itself, and that the kernel has no unsupported constructs.
FamilyAnswer verify_family(const model::KernelModel& kernel, const symbolic::Family& family,
                           smt::TermStore& store, smt::Solver& solver, const FamilyOptions& options);

// Returns the facts that a verification of this launch read, with their values: "n = 1000 (not minimised)".
std::vector<std::string> facts_read(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                    bool local_size_open = false);

}  // namespace launchproof::access
