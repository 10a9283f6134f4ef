// Describes jobs in words and in results.
#pragma once

#include <string>

#include "verify/jobs/job.h"
#include "verify/verdict/results.h"
#include "verify/worker/outcomes/launch_words.h"

namespace launchproof::worker {

using jobs::Engine;
using jobs::FactsAnswer;
using jobs::Job;
using jobs::kFindingId;
using jobs::LaunchVariant;
using jobs::Program;

// Returns "global (1024), local (256), n = 1000, out: 4096 bytes"; if the local size is open, "local any".
std::string describe_launch(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            bool local_size_open);

// Returns the same as separate parts, for in_words().
LaunchWords launch_words(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                         bool local_size_open);

// Returns a result in which every property has this verdict for this cause.
verdict::ClassResult settled(const Job& job, const std::string& kernel, verdict::Verdict verdict,
                             verdict::Cause cause, const std::string& reason,
                             const verdict::SourceLocation& location = {});

}  // namespace launchproof::worker
