// From a kernel file and a launch that options give to a job.
#pragma once

#include <functional>
#include <string>

#include "verify/jobs/job.h"
#include "verify/jobs/plan/commands.h"

namespace launchproof::jobs {

// The sizes of a launch as words of a command.
struct SizeWords {
  std::string local, groups;
};

struct FilePlan {
  Job like;                        // how it is verified
  frontend::ProgramSource source;  // with options that hold no macros of sizes
  frontend::DeviceEnvironment device;
  GivenLaunch launch;
  // Returns the commands for the launch as it is given, or with these sizes in place of what is given (null:
  // as it is given).
  std::function<Commands(const SizeWords*)> commands;
};

// Returns the job for all kernels of the file, or for the one that `like` names.
Job plan_file(FilePlan plan);

}  // namespace launchproof::jobs
