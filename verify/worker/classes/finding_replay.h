// One finding of earlier results, executed again.
#pragma once

#include <string>

#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/launch_replay.h"
#include "verify/worker/outcomes/job.h"

namespace launchproof::worker {

// Returns why the finding's witness cannot be executed as stored. Empty: it can.
std::string why_incomplete(const verdict::Finding& finding);

// Executes the witness of `known.findings`, which is one finding of this job's class, with the values that it
// names. Nothing is searched. A defect that a replay saw before and does not see now is a possible defect.
// The rest of `known` stays as it is.
Outcome replay_finding(const Job& job, verdict::ClassResult known, const LaunchReplay& how,
                       ClassVerifier& verifier);

}  // namespace launchproof::worker
