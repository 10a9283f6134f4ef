// Which values of a kernel model hold which variable of the source, for messages.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <vector>

#include "verify/model/variables.h"

namespace launchproof::frontend {

// Marks the variables that Clang declares in the module, and what is stored into each, and removes the
// declarations.
void mark_variables(llvm::Module& module);

// Keeps the marks of the function's variables, which promotion removes.
void name_variables(llvm::Function& function);

// The parts that a value of a function has in its model, as the translation makes them.
using PartsOf = std::function<std::vector<model::ValueId>(const llvm::Value&)>;

// Returns the variables that hold values of a translated function, as it was marked. The model still has
// every value.
model::Variables marked_variables(const llvm::Function& function, const model::KernelModel& model,
                                  const PartsOf& parts_of);

}  // namespace launchproof::frontend
