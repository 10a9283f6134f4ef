// Scans that kernels claim of sizes that are left open.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Proves such claims for every size that is a power of two, where nothing else keeps `assertion` from being
// proved, and there is no data race and no divergent barrier. Claims that are not shown are named in the
// result.
void prove_scans(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
                 smt::Solver& solver, const symbolic::Options& options, verdict::ClassResult& result);

}  // namespace launchproof::worker
