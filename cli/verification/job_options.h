// How jobs are verified, as options say.
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
// Returns the time limit of the search for preconditions, for each class; 0 if no search is asked for.
std::chrono::milliseconds derive_time(const Arguments& arguments);

// Sets the engine that --engine and the options of the two-thread engine ask for.
void choose_engine(jobs::Job& job, const Arguments& arguments);

// Returns what the jobs of the command have in common, however they are made.
jobs::Job common_job(const Arguments& arguments);

// Throws UsageError when a solver's program cannot be found or run.
void check_solver(const std::string& names);

// Returns the cross-check that --cross-check asks for, or the default of this build. Throws UsageError.
smt::CrossCheckChoice cross_check(const Arguments& arguments);

}  // namespace launchproof::cli
