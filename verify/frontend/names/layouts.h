// Reads the shapes of a program's types from its debug information.
#pragma once

#include <string>

#include "verify/model/layout.h"

namespace llvm {
class AllocaInst;
class Argument;
class DIType;
class Function;
class GlobalVariable;
}  // namespace llvm

namespace launchproof::frontend {

// Returns the type's layout. Leaves out members that are bit-fields, and what lies deeper than a few levels.
// The layout's `bytes` are 0 if the type is null or incomplete.
model::Layout layout_of(const llvm::DIType* type);

// Returns the layout of the array that the kernel's parameter number `parameter` points to: an array of
// unknown length. The `bytes` are 0 if the debug information does not describe such a pointer.
model::Layout pointee_layout(const llvm::Function& kernel, unsigned parameter);

// Returns the layout of a variable; its `bytes` are 0 if the debug information does not describe it.
model::Layout layout_of(const llvm::GlobalVariable& variable);
model::Layout layout_of(const llvm::AllocaInst& variable);

// Keeps the type of a variable with its alloca, so that layout_of() finds it after debug records are dropped.
void keep_type(llvm::AllocaInst& variable, llvm::DIType* type);

// Keeps the name and the type of the parameter that the variable is a copy of.
void keep_parameter(llvm::AllocaInst& copy, const llvm::Argument& parameter);

// Returns the name of a variable in the program.
std::string name_of(const llvm::AllocaInst& variable);

}  // namespace launchproof::frontend
