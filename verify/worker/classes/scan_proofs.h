// Proves scans that kernels claim for sizes that are left open.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// Proves such claims for every size that is a power of two, if nothing else prevents a proof of `assertion`
// and there is no data race and no divergent barrier. Names the claims that are not shown in the result.
void prove_scans(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
                 smt::Solver& solver, const symbolic::Options& options, verdict::ClassResult& result);

}  // namespace launchproof::worker
