// Executes one finding of earlier results again.
#pragma once

#include <string>

#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/launch_replay.h"
#include "verify/worker/outcomes/job.h"

namespace launchproof::worker {

// Returns why the finding's witness cannot be executed as stored; empty if it can.
std::string why_incomplete(const verdict::Finding& finding);

// Executes the witness of the only finding in `known.findings`, which must belong to this job's class, with
// the values that it names. Does not search for anything. A defect that an earlier replay observed and this
// one does not becomes a possible defect. The rest of `known` is not changed.
Outcome replay_finding(const Job& job, verdict::ClassResult known, const LaunchReplay& how,
                       ClassVerifier& verifier);

}  // namespace launchproof::worker
