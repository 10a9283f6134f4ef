// Converts outcomes of jobs to text and to the pool's form.
#pragma once

#include <string>

#include "verify/worker/outcomes/outcome.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::worker {

std::string to_text(const Outcome& outcome);
Outcome outcome_from_text(const std::string& text);  // throws std::runtime_error if the text is damaged

// Convert an outcome to the pool's form, which shows what the pool needs to know, and back.
TaskOutcome to_task(Outcome outcome);
Outcome of_task(TaskOutcome outcome);
Completed of_task(CompletedTask completed);

// Returns the functions that send the data added by to_task() from one process to another.
MoreText outcome_texts();

}  // namespace launchproof::worker
