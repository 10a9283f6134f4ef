// Writes one launch as a C program for the OpenCL 1.2 API. Its files do not refer to this machine.
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
  std::string about;              // describes the finding in a sentence
  std::uint64_t least_bytes = 0;  // smallest size of a buffer with unknown size
};

// Returns the file names in the folder and the contents of the files. Throws std::runtime_error if the launch
// cannot be written as such a program.
std::map<std::string, std::string> repro_files(const ReproLaunch& launch);

}  // namespace launchproof::cli
