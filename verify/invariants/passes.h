// Runs all passes over one kernel model and collects their results.
#pragma once

#include "verify/invariants/proof/questions.h"
#include "verify/invariants/terms/one_setting.h"
#include "verify/invariants/terms/parts.h"

namespace launchproof::invariants {

// Puts a verdict for each property that is asked, findings and assumptions into the result. `questions`: null
// for all. `part`: null for a whole kernel.
void run_passes(const OneSetting& analysed, smt::Solver& solver, const Questions* questions, Part* part,
                verdict::ClassResult& result);

}  // namespace launchproof::invariants
