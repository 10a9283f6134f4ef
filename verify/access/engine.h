// The access engine asks, for pairs of sites, whether two work-items can conflict. Loop counters are
// existential variables in these questions, and no invariants are needed (the idea of Faial's access memory
// protocols; own closed forms, machine arithmetic).
#pragma once

#include <vector>

#include "verify/access/questions/lessons.h"
#include "verify/access/questions/prefix_sums.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// Verifies one launch class. `lessons` may be shared by all launches of the kernel that are verified with
// this store. Fills in properties, findings, assumptions and counts; the caller adds names, sources, launch
// text and call site. Never throws because of what a kernel contains; the verdict states it instead. Asks
// `sums_of`, which may be empty, what local memory holds where an answer may depend on it.
verdict::ClassResult verify(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options,
                            Lessons& lessons, const SumsOf& sums_of = {});

// Verifies all launches at once whose open sizes (model::OpenSizes) may have any value. A finding is at most
// a hint. Adds to `seen` sizes that are worth examining: first those of a launch that satisfies the
// preconditions, if one was found, then those of counterexamples.
verdict::ClassResult verify_open(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                 smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options,
                                 std::vector<model::LaunchSizes>& seen, const SumsOf& sums_of = {});

inline verdict::ClassResult verify(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                   smt::TermStore& store, smt::Solver& solver,
                                   const symbolic::Options& options) {
  Lessons lessons;
  return verify(kernel, facts, store, solver, options, lessons);
}

}  // namespace launchproof::access
