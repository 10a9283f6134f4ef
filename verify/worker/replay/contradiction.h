// Replays that contradict proofs.
#pragma once

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"
#include "verify/verdict/results.h"

namespace launchproof::worker {

// What a message about a contradiction asks of its reader.
inline constexpr const char* kReportIt =
    "This is a fault of Launchproof and not of the kernel: please report it with the kernel, the launch, "
    "this text and what launchproof --version prints";

// Returns whether what was seen has two work-items, which are of different groups.
bool are_of_two_groups(const replay::Seen& seen);

// Turns properties into errors whose defects a replay of `facts` saw although they were proved not to happen.
// What a proof assumes is not contradicted: that accesses to an array of unknown size stay in bounds. A
// replay that came to a broken precondition may have gone astray before, and contradicts nothing.
void contradict_proofs(verdict::ClassResult& result, const model::KernelModel& kernel,
                       const model::LaunchFacts& facts, const replay::Outcome& outcome);

}  // namespace launchproof::worker
