// Sets how jobs are verified, according to the options.
#pragma once

#include <chrono>
#include <string>

#include "cli/options/options.h"
#include "verify/jobs/job.h"
#include "verify/jobs/plan/recorded_programs.h"

namespace launchproof::cli {

// Returns the time limit of a class.
std::chrono::milliseconds time_limit(const Arguments& arguments);

jobs::SourceUse source_use(const Arguments& arguments);
symbolic::Options engine_options(const Arguments& arguments);
// Returns the time limit for finding preconditions, for each class; 0 if none are requested.
std::chrono::milliseconds derive_time(const Arguments& arguments);

// Sets the engine requested by --engine and the options of the two-thread engine.
void choose_engine(jobs::Job& job, const Arguments& arguments);

// Returns the settings that all jobs of the command share.
jobs::Job common_job(const Arguments& arguments);

// Throws UsageError if a solver's program cannot be found or run.
void check_solver(const std::string& names);

// Returns the cross-check requested by --cross-check, or the default of this build. Throws UsageError.
smt::CrossCheckChoice cross_check(const Arguments& arguments);

}  // namespace launchproof::cli
