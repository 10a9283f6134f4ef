// Scans that kernels claim of sizes that are left open.
#pragma once

#include "verify/access/options.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/solver.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Where nothing but such claims keeps `assertion` from being proved, and there is no data race and no
// divergent barrier: proves them for every size that is a power of two. What is not shown is said in the
// result.
void prove_scans(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
                 smt::Solver& solver, const access::Options& options, verdict::ClassResult& result);

}  // namespace launchproof::worker
