// Runs all passes over one kernel model and collects their results.
#pragma once

#include "verify/two_thread/proof/questions.h"
#include "verify/two_thread/terms/one_setting.h"
#include "verify/two_thread/terms/parts.h"

namespace launchproof::two_thread {

// Adds findings, assumptions and a verdict for each requested property to the result. `questions`: null for
// all. `part`: null for a whole kernel.
void run_passes(const OneSetting& analysed, smt::Solver& solver, const Questions* questions, Part* part,
                verdict::ClassResult& result);

}  // namespace launchproof::two_thread
