// Loads that a kernel takes out of the search for races (`__non_temporal_loads_begin`).
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Marks the loads (kNonTemporal) to which no path leads on which an end, or nothing, came last. Marks nothing
// where `use` leaves these annotations out of account. Requires a kernel whose calls are inlined: the loads
// of functions that are called in between are among those marked.
void mark_non_temporal(llvm::Function& kernel, AnnotationUse use);

bool is_non_temporal(const llvm::Instruction& instruction);

}  // namespace launchproof::frontend
