// The fixed list of passes between Clang and the translation. They touch private memory only.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include <string>
#include <vector>

#include "verify/frontend/prepared.h"

namespace llvm {
class Function;
class Module;
class Type;
}  // namespace llvm

namespace launchproof::frontend {

// A construct that a pass met and that the translation must report.
struct Refusal {
  std::string construct;
  llvm::DebugLoc location;
};

// Once a module: drops all that lets a pass assume anything, and shields shared accesses from every pass.
void normalise(llvm::Module& module);

// Once a kernel. Afterwards: no calls of defined functions, private scalars in SSA form, no switches, loops
// simplified.
std::vector<Refusal> prepare(llvm::Function& kernel);

}  // namespace launchproof::frontend
