// Converts a capture to jobs: one for each launch class, or one for each launch to be executed.
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
  std::string folder;                // path of the capture, for another process
  Job like;                          // a job with the settings for verification
  bool states_barrier_rule = false;  // `like` sets the barrier rule for all languages
  model::SubGroups stated;           // by the user
  std::set<std::size_t> classes;     // class numbers, from 1; empty: all
  std::size_t launch = 0;            // number of a launch: restricts the plan to its class, or to the launch
                                     // itself if launches are executed; 0: all
  bool executes = false;  // plan one launch for each distinct contents of a class instead of the class
  // Leave local sizes that were left to the runtime open if a proof for all of them is possible.
  bool leaves_sizes_open = false;
  // Returns the commands for a launch of a class, by their numbers from 1, and the place where it was
  // enqueued.
  std::function<Commands(std::size_t number, std::size_t launch)> commands;
  std::function<std::string(const capture::LaunchClass&)> call_site;
};

struct PlannedJobs {
  std::vector<Job> jobs;
  std::vector<std::string> source_texts;  // by job, for reports
  std::vector<std::string> sizes;         // by job: the launch as text, for classes without facts
  std::vector<std::string> notes;         // describes what was left out
};

// Returns the jobs in the order of the classes.
PlannedJobs plan_capture(const CapturePlan& plan, const std::vector<capture::LaunchClass>& classes,
                         RecordedPrograms& programs);

}  // namespace launchproof::jobs
