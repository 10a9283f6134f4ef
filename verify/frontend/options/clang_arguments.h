#pragma once

#include <string>
#include <vector>

#include "verify/frontend/options/build_options.h"
#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Folder of in-memory headers; always searched first.
inline constexpr const char* kHeaderFolder = "/launchproof.headers";

// Returns whether the language, in Clang's spelling ("CL3.0"), has features that a device may lack.
bool has_features(const std::string& language);

// Returns the arguments of `clang -cc1` for one source. `resources` is Clang's resource directory;
// `with_annotations` declares the annotations (annotations.h).
std::vector<std::string> clang_arguments(const ProgramSource& source, const BuildOptions& options,
                                         const DeviceEnvironment& device, const std::string& resources,
                                         bool with_annotations);

}  // namespace launchproof::frontend
