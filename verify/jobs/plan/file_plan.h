// Converts a kernel file and a launch given by options to a job.
#pragma once

#include <functional>
#include <string>

#include "verify/jobs/job.h"
#include "verify/jobs/plan/commands.h"

namespace launchproof::jobs {

// The sizes of a launch, as words of a command.
struct SizeWords {
  std::string local, groups;
};

struct FilePlan {
  Job like;                        // a job with the settings for verification
  frontend::ProgramSource source;  // its options define no macros of sizes
  frontend::DeviceEnvironment device;
  GivenLaunch launch;
  // Returns the commands for the launch with these sizes, or with its own sizes if the pointer is null.
  std::function<Commands(const SizeWords*)> commands;
};

// Returns the job for all kernels of the file, or for the kernel that `like` names.
Job plan_file(FilePlan plan);

}  // namespace launchproof::jobs
