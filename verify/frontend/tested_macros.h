// Which predefined macros the course of preprocessing depended on. LLVM types stay in this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verify/frontend/frontend.h"

namespace clang {
class PPCallbacks;
class Preprocessor;
}  // namespace clang

namespace launchproof::frontend {

// Watches the conditionals of a program. Names that compilers predefine (reserved ones, and those of OpenCL
// and PoCL), whose definition neither the program nor its options nor the device's record decides, end up in
// `assumptions`, a sentence each, when preprocessing ends. `resources`: Clang's folder, whose headers do not
// count.
std::unique_ptr<clang::PPCallbacks> watch_macros(clang::Preprocessor& preprocessor,
                                                 const DeviceEnvironment& device, std::string resources,
                                                 std::vector<std::string>& assumptions);

}  // namespace launchproof::frontend
