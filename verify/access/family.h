// Verifies launches of one kernel together, and tells which launch facts the proofs need.
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
  symbolic::Options engine;  // `time` is for the whole family
  // Work for freeing facts. Facts that are not freed by then are listed as launched.
  smt::Work minimise = 1'000 * smt::kWorkPerMillisecond;
  // Work for the whole attempt, which then ends without an answer.
  smt::Work work = 3'600'000 * smt::kWorkPerMillisecond;
  // Makes facts on which all launches agree constants, and lists those used: all facts, or `pinned`.
  bool pin_equal = false;
  std::set<symbolic::Fact> pinned;
  bool tolerate_benign = false;  // launches with benign races may be covered
  bool local_size_open = false;  // the facts name one local size, the proof holds for every one
};

// The result of a proof for a family. `covered` is empty when nothing could be shown for the family as a
// whole; that says nothing of its launches one by one.
struct FamilyAnswer {
  std::vector<std::size_t> covered;  // numbers of launches for which every property is verified, ascending
  verdict::ClassResult result;       // of those; `facts` lists the facts needed and no others
  // What the proofs need of each fact that was a variable. `pinned` are the other facts that were read.
  std::vector<std::pair<symbolic::Fact, FamilyProver::Need>> needs;
  std::set<symbolic::Fact> pinned;
  std::vector<symbolic::Fact> failed;  // the variables of the question that ended the attempt
  smt::Work work = 0;                  // that the attempt took
};

// Verifies a family. Requires launches that are alike and free of contradictions, and a kernel without
// unsupported constructs.
FamilyAnswer verify_family(const model::KernelModel& kernel, const symbolic::Family& family,
                           smt::TermStore& store, smt::Solver& solver, const FamilyOptions& options);

// Returns the facts that a verification of this launch read, as they are: "n = 1000 (not minimised)".
std::vector<std::string> facts_read(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                    bool local_size_open = false);

}  // namespace launchproof::access
