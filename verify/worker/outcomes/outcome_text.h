// Outcomes of jobs as text, and as the pool passes them on.
#pragma once

#include <string>

#include "verify/worker/outcomes/outcome.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::worker {

std::string to_text(const Outcome& outcome);
Outcome outcome_from_text(const std::string& text);  // throws std::runtime_error when damaged

// Return the outcome with what the pool is to know of it in front, and the outcome again.
TaskOutcome to_task(Outcome outcome);
Outcome of_task(TaskOutcome outcome);
Completed of_task(CompletedTask completed);

// Returns how what to_task() adds goes from one process to another.
MoreText outcome_texts();

}  // namespace launchproof::worker
