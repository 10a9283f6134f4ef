// The fixed list of passes between Clang and the translation. They touch private memory only.
#pragma once

#include <llvm/IR/DebugLoc.h>

#include <cstdint>
#include <string>
#include <vector>

#include "verify/frontend/frontend.h"
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

enum class Purpose : std::uint8_t {
  Model,     // waits for events name the events that they wait for (kWait)
  Execution  // waits for events read them from memory, as in the source
};

struct Prepared {
  llvm::Function* kernel = nullptr;
  std::vector<Refusal> refusals;
};

// All kernels of the module, once. Afterwards, in these: no calls of defined functions, private scalars in
// SSA form, no switches, loops simplified.
std::vector<Prepared> prepare_kernels(llvm::Module& module, Purpose purpose, AnnotationUse use,
                                      PrivateArrays arrays = PrivateArrays::TakenApart);

// One function for a model, with all that it calls; it may be a kernel that no other one calls.
void prepare_function(llvm::Function& function, AnnotationUse use, PrivateArrays arrays,
                      std::vector<Refusal>& refusals);

}  // namespace launchproof::frontend
