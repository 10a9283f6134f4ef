// One launch as a C program for the OpenCL 1.2 API, in files that name nothing of this machine.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/frontend/frontend.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/replay/replay.h"

namespace launchproof::cli {

struct ReproLaunch {
  std::vector<frontend::ProgramSource> sources;
  const model::KernelModel* kernel = nullptr;
  model::LaunchFacts facts;
  bool local_size_open = false;   // left to the runtime
  replay::Contents contents;      // zeros elsewhere
  std::string about;              // the finding in a sentence
  std::uint64_t least_bytes = 0;  // of a buffer whose size is not known
};

// Returns file names in the folder and their contents. Throws std::runtime_error for a launch that cannot be
// written as such a program.
std::map<std::string, std::string> repro_files(const ReproLaunch& launch);

}  // namespace launchproof::cli
