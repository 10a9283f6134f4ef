// Reads the layouts of values from Clang's syntax tree.
#pragma once

#include <map>
#include <string>

#include "verify/frontend/program/program.h"
#include "verify/model/value_layout.h"

namespace clang {
class ASTContext;
class QualType;
}  // namespace clang

namespace launchproof::frontend {

using KernelLayouts = std::map<std::string, model::ValueLayouts>;  // by kernel

model::ValueLayout layout_of(clang::QualType type, const clang::ASTContext& context);

// Returns the layouts of all by-value parameters of the source's kernels. Compiles the source.
KernelLayouts layouts_in(const ProgramSource& source, const DeviceEnvironment& device);

}  // namespace launchproof::frontend
