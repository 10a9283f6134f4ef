// Finds which values of a kernel model hold which variable of the source, for messages.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <vector>

#include "verify/model/variables.h"

namespace launchproof::frontend {

// Marks the variables that Clang declares in the module and the values stored into each, and removes the
// declarations.
void mark_variables(llvm::Module& module);

// Preserves the marks of the function's variables, which promotion would remove.
void name_variables(llvm::Function& function);

// Returns the parts of a function's value in its model, as the translation creates them.
using PartsOf = std::function<std::vector<model::ValueId>(const llvm::Value&)>;

// Returns the variables that hold values of a translated function with such marks. Requires that the model
// still has all values.
model::Variables marked_variables(const llvm::Function& function, const model::KernelModel& model,
                                  const PartsOf& parts_of);

}  // namespace launchproof::frontend
