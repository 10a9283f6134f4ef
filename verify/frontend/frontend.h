// From OpenCL C and CUDA C++ source to kernel models: Clang 19 in process, a fixed list of passes that touch
// private memory only, then the translation. No LLVM type leaves this folder.
#pragma once

#include <vector>

#include "verify/frontend/program/program.h"
#include "verify/frontend/program/translation.h"

namespace launchproof::frontend {

// Never throws for bad source: `compiled` is then false and `messages` says why. Several sources are compiled
// separately and linked into one program (clLinkProgram).
Translation translate(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device);

}  // namespace launchproof::frontend
