// Turns a capture into jobs: one for each launch class, or for each launch to be executed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/launch_class.h"
#include "verify/jobs/job.h"
#include "verify/jobs/plan/commands.h"
#include "verify/jobs/plan/recorded_programs.h"

namespace launchproof::jobs {

struct CapturePlan {
  std::shared_ptr<const capture::Capture> capture;
  std::string folder;                // its path, for another process
  Job like;                          // how jobs are verified
  bool states_barrier_rule = false;  // `like` holds the barrier rule for all languages
  model::SubGroups stated;           // by the user
  std::set<std::size_t> classes;     // their numbers, from 1; empty: all
  std::size_t launch = 0;            // only its class, and it alone where launches are executed; 0: all
  bool executes = false;  // one launch for each of the different contents of a class, in place of the class
  // Local sizes that were left to the runtime are left open where that can be proved.
  bool leaves_sizes_open = false;
  // Return the commands for a launch of a class, by their numbers from 1, and where it was enqueued.
  std::function<Commands(std::size_t number, std::size_t launch)> commands;
  std::function<std::string(const capture::LaunchClass&)> call_site;
};

struct PlannedJobs {
  std::vector<Job> jobs;
  std::vector<std::string> source_texts;  // by job, for reports
  std::vector<std::string> sizes;         // by job: the launch in words, for classes without facts
  std::vector<std::string> notes;         // what is left out
};

// Returns the jobs in the order of the classes.
PlannedJobs plan_capture(const CapturePlan& plan, const std::vector<capture::LaunchClass>& classes,
                         RecordedPrograms& programs);

}  // namespace launchproof::jobs
