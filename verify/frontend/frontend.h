// Translates OpenCL C and CUDA C++ sources to kernel models: Clang 19 in process, then a fixed list of passes
// that only touch private memory, then the translation. LLVM types do not leave this folder.
#pragma once

#include <vector>

#include "verify/frontend/program/program.h"
#include "verify/frontend/program/translation.h"

namespace launchproof::frontend {

// Translates a program. Never throws for faulty source: `compiled` is then false and `messages` says why.
// Several sources are compiled separately and linked into one program (clLinkProgram).
Translation translate(const std::vector<ProgramSource>& sources, const DeviceEnvironment& device);

}  // namespace launchproof::frontend
