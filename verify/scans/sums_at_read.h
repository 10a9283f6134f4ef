// Shows what an array in local memory holds where a site reads it: prefix sums of what the group has stored.
#pragma once

#include "verify/access/questions/prefix_sums.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/options.h"

namespace launchproof::scans {

// Returns a function that finds sums for reads of this launch, or of all launches whose local size in
// dimension 0 is left open. It needs the arguments to outlive it. A proof that runs out of time shows
// nothing.
//
// The part of the kernel before the read (kernel_before.h) is followed over intervals, for an arbitrary
// group. For open sizes, that it computes a scan is proved for every size that is a power of two. Only a sum
// is returned, and only if its proof succeeds. That there is no data race and no divergent barrier is taken
// for granted, as for the value of the read.
access::SumsOf sums_at_reads(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                             smt::TermStore& store, smt::Solver& solver, const symbolic::Options& options);

}  // namespace launchproof::scans
